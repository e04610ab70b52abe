"""The shipped games, one module each: rules, evaluation, notation.

>>> from coupe.games.loading import shipped
>>> shipped()
['tictactoe', 'connect4', 'othello']
"""
