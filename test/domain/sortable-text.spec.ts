import fc from "fast-check";
import { expect, it } from "vitest";
import { sortableText } from "../../core/domain/sortable-text.ts";

it("sorts as numbers do, and differs where they do", () => {
  const ms = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      const [x, y] = [sortableText(a, 7), sortableText(b, 7)];
      expect(x).toHaveLength(7);
      expect(Math.sign(a - b)).toBe(x < y ? -1 : x > y ? 1 : 0);
    }),
  );
});
