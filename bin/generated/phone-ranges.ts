import full from "libphonenumber-js/metadata.max";
import { shapesOf } from "./range-reader.ts";

/** The columns of a country's row in the package's full data that say which numbers exist. */
const COLUMN = { pattern: 2, lengths: 3, types: 11 } as const;

type Plan = readonly unknown[];

interface FullData {
  country_calling_codes: Record<string, string[]>;
  countries: Record<string, Plan>;
}

/**
 * Calling code -> length -> the first digits that numbers of this length have after the code. Without a row for lengths in
 * which every digit but 0 is used.
 */
export type PhoneRanges = Record<string, Record<string, string>>;

/** Whole numbers that a missing country code can explain have 10 or 11 digits: others are never looked up. */
const WHOLE_LENGTHS = [10, 11];

const EVERY = [..."123456789"];

/**
 * Calling codes that people most often omit, of countries that opened no new first digit since 2020 and whose numbers
 * are long enough that none will be needed. See docs/decisions/0160-numbers-that-cannot-exist.md.
 */
const SETTLED = ["7", "27", "31", "32", "39", "44", "48", "55", "61", "63", "81", "82", "84", "91", "92"];

/**
 * Makes the table of the first digits of numbers, for the calling codes whose plans decide them. A digit counts as used
 * when a number of any kind starts with it.
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

/** Length -> the first digits of numbers. */
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
