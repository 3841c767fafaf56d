"""The boundary to whatever sends mail: by default a file for each letter, for the operator."""

import asyncio
import secrets
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol


class Mail(Protocol):
    """Takes a letter to send."""

    async def send(self, to: str, subject: str, text: str) -> None:
        """Returns once the letter is taken over."""


class FileMail:
    """Writes every letter to a file of its own in a folder that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, to: str, subject: str, text: str) -> None:
        """Write the letter."""
        letter = EmailMessage()
        letter["To"] = to
        letter["Subject"] = subject
        letter.set_content(text)
        await asyncio.to_thread(self._write, bytes(letter))

    def _write(self, letter: bytes) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{secrets.token_hex(8)}.eml"
        path.touch(mode=0o600)
        path.write_bytes(letter)
