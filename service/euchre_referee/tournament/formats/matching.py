"""Perfect matchings: whether all can be paired at once with somebody whom they may meet (Edmonds 1965)."""

from collections import deque
from collections.abc import Sequence, Set
from typing import Final

NOBODY: Final = -1


def perfectly_matched(allowed: Sequence[Set[int]], among: Sequence[int]) -> bool:
    """Whether those `among` can be paired; `allowed[i]` holds everybody whom `i` may meet, and is symmetric."""
    if len(among) % 2:
        return False
    search = _Search(allowed, among)
    return all(search.mates[one] != NOBODY or search.augment(one) for one in among)


class _Search:
    """A matching that grows along augmenting paths; odd cycles on the way are shrunk to their base."""

    def __init__(self, allowed: Sequence[Set[int]], among: Sequence[int]) -> None:
        inside = set(among)
        self._next: Final = {one: sorted(allowed[one] & inside) for one in among}
        self.mates: Final = dict.fromkeys(among, NOBODY)
        # Most are paired by the first look; only the rest needs a search.
        for one in among:
            other = next((each for each in self._next[one] if self.mates[each] == NOBODY), NOBODY)
            if self.mates[one] == NOBODY and other != NOBODY:
                self.mates[one], self.mates[other] = other, one

    def augment(self, root: int) -> bool:
        """Pairs `root`, moving others where that helps; false if nothing does."""
        self._parents = dict.fromkeys(self.mates, NOBODY)
        self._bases = {one: one for one in self.mates}
        self._reached = {root}
        queue = deque([root])
        while queue:
            one = queue.popleft()
            for other in self._next[one]:
                if self._bases[one] == self._bases[other] or self.mates[one] == other:
                    continue
                mate = self.mates[other]
                if other == root or (mate != NOBODY and self._parents[mate] != NOBODY):
                    queue.extend(self._shrink(one, other))
                elif self._parents[other] == NOBODY:
                    self._parents[other] = one
                    if mate == NOBODY:
                        self._turn_over(other)
                        return True
                    self._reached.add(mate)
                    queue.append(mate)
        return False

    def _turn_over(self, end: int) -> None:
        """Exchanges the paired and the unpaired steps on the path that ends here."""
        while end != NOBODY:
            before = self._parents[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

    def _shrink(self, one: int, other: int) -> list[int]:
        """Makes one vertex of the odd cycle that these two close; those that the search goes on from."""
        base = self._common_base(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        fresh = []
        for each in self._bases:
            if self._bases[each] in inside:
                self._bases[each] = base
                if each not in self._reached:
                    self._reached.add(each)
                    fresh.append(each)
        return fresh

    def _common_base(self, one: int, other: int) -> int:
        above = set()
        while True:
            one = self._bases[one]
            above.add(one)
            if self.mates[one] == NOBODY:
                break
            one = self._parents[self.mates[one]]
        while True:
            other = self._bases[other]
            if other in above:
                return other
            other = self._parents[self.mates[other]]

    def _mark(self, one: int, base: int, child: int, inside: set[int]) -> None:
        while self._bases[one] != base:
            inside |= {self._bases[one], self._bases[self.mates[one]]}
            self._parents[one] = child
            child = self.mates[one]
            one = self._parents[child]
