"""The page starts here."""

from pyscript import document

document.body.dataset.ready = "true"
