import full from "libphonenumber-js/metadata.max";
import { shapesOf } from "./range-reader.ts";

/** The columns of the package's full data that determine which of a country's numbers are in use. */
const COLUMN = { pattern: 2, lengths: 3, types: 11 } as const;

type Plan = readonly unknown[];

interface FullData {
  country_calling_codes: Record<string, string[]>;
  countries: Record<string, Plan>;
}

/**
 * The digits that may follow each calling code, by number length. A length without an entry means that every digit
 * except 0 is in use.
 */
export type PhoneRanges = Record<string, Record<string, string>>;

/**
 * The number lengths for which a missing country code is a plausible mistake. Numbers of other lengths aren't looked
 * up.
 */
const WHOLE_LENGTHS = [10, 11];

const EVERY = [..."123456789"];

/**
 * The calling codes that people most often omit. Includes only countries that haven't opened a new first digit since
 * 2020 and whose numbers are long enough that they won't have to. See docs/decisions/0160-numbers-that-cannot-exist.md.
 */
const SETTLED = ["7", "27", "31", "32", "39", "44", "48", "55", "61", "63", "81", "82", "84", "91", "92"];

/**
 * Generates the table of first digits for those calling codes. A digit counts as in use if any kind of number starts
 * with it.
 */
export function phoneRanges(): PhoneRanges {
  const data = full as unknown as FullData; // JSON's inferred type is a union of hundreds of rows
  const ranges: PhoneRanges = {};
  for (const [code, countries] of Object.entries(data.country_calling_codes)) {
    if (!SETTLED.includes(code)) continue;
    const used = usedIn(countries.map((country) => planOf(data, country)));
    const rows = WHOLE_LENGTHS.flatMap((whole) => {
      const firsts = used.get(whole - code.length);
      return firsts === undefined || EVERY.every((digit) => firsts.has(digit))
        ? []
        : [[String(whole - code.length), [...firsts].toSorted().join("")] as const];
    });
    if (rows.length > 0) ranges[code] = Object.fromEntries(rows);
  }
  return ranges;
}

function planOf(data: FullData, country: string): Plan {
  const plan = data.countries[country];
  if (!plan) throw new Error(`libphonenumber-js has no plan for ${country}.`);
  return plan;
}

/** Collects the first digits of numbers, by number length. */
function usedIn(plans: readonly Plan[]): Map<number, Set<string>> {
  const used = new Map<number, Set<string>>();
  for (const plan of plans) {
    const lengths = plan[COLUMN.lengths] as number[]; // a column without a type of its own, as the next ones
    const types = ((plan[COLUMN.types] ?? []) as (readonly [string] | 0)[]).flatMap((type) =>
      type === 0 ? [] : type[0] || [],
    );
    for (const pattern of types.length > 0 ? types : [plan[COLUMN.pattern] as string]) {
      for (const shape of shapesOf(pattern)) {
        const [start = "", length = ""] = shape.split(":");
        if (!lengths.includes(Number(length))) continue;
        used.set(Number(length), (used.get(Number(length)) ?? new Set()).add(start.slice(0, 1)));
      }
    }
  }
  return used;
}
