"""The pages people play on: plain ES modules, SVG and CSS, served as they lie here.

They hold no rule. What is legal, what it pays and why not comes from the house; the page draws it
and sends commands.
"""
