"""Audits plain records of bets and payments, kept by hand or exported."""
