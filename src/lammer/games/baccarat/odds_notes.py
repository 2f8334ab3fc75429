"""The notes under the odds."""

from lammer.instruments.shoe.coups.odds_notes import odds_notes as odds_notes
