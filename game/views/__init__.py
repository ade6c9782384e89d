"""What is seen and touched. browser.py alone talks to the browser."""
