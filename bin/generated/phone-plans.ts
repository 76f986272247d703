import full from "libphonenumber-js/metadata.min";

/** The numbering plan of a country or network as stored in the package: a row of unnamed columns. */
type Plan = readonly unknown[];

/** The columns that determine whether a number is possible. All other columns matter only for formatting. */
const COLUMN = {
  callingCode: 0,
  pattern: 2,
  lengths: 3,
  trunkPrefix: 5,
  trunkPrefixToRead: 7,
  trunkPrefixRewrite: 8,
  leadingDigits: 10,
  types: 11,
} as const;

/**
 * The tables of the package's numbering data that the gateway uses. They are typed more precisely here than in the
 * package.
 */
interface NumberingData {
  version: number;
  country_calling_codes: Record<string, string[]>;
  countries: Record<string, Plan>;
  nonGeographic: Record<string, Plan>;
}

/**
 * Generates the numbering plans of all countries, with only the columns that determine whether a number is possible.
 * The result is a fifth of the size of the package's data. Of the countries that share a calling code, those with the
 * same number lengths as the largest country are left out, because a number that matches no other plan is validated
 * against the largest country's.
 */
export function phonePlans(): NumberingData {
  const data = full as unknown as NumberingData; // JSON's inferred type is a union of hundreds of rows
  const codes: NumberingData["country_calling_codes"] = {};
  const countries: NumberingData["countries"] = {};
  for (const [code, all] of Object.entries(data.country_calling_codes)) {
    const lengthsOf = (country: string | undefined) => country && JSON.stringify(planOf(data, country)[COLUMN.lengths]);
    const kept = all.filter((country, at) => at === 0 || lengthsOf(country) !== lengthsOf(all[0]));
    codes[code] = kept;
    for (const country of kept) countries[country] = leanPlan(planOf(data, country), kept.length > 1);
  }
  const nonGeographic = Object.fromEntries(
    Object.entries(data.nonGeographic).map(([code, plan]) => [code, leanPlan(plan, false)]),
  );
  return { version: data.version, country_calling_codes: codes, countries, nonGeographic };
}

function planOf(data: NumberingData, country: string): Plan {
  const plan = data.countries[country];
  if (!plan) throw new Error(`libphonenumber-js has no plan for ${country}.`);
  return plan;
}

/** @param isShared whether other countries share the calling code, so only the number itself can tell them apart. */
function leanPlan(plan: Plan, isShared: boolean): Plan {
  const toRead = plan[COLUMN.trunkPrefixToRead] ?? 0;
  const prefix = toRead === 0 ? plan[COLUMN.trunkPrefix] : 0;
  const kept: Record<number, unknown> = {
    [COLUMN.callingCode]: plan[COLUMN.callingCode],
    [COLUMN.lengths]: plan[COLUMN.lengths],
    [COLUMN.trunkPrefix]: prefix,
    [COLUMN.trunkPrefixToRead]: toRead,
    [COLUMN.trunkPrefixRewrite]: plan[COLUMN.trunkPrefixRewrite],
    // If only one country uses a calling code, this column would only choose between readings that are all possible or
    // all impossible.
    [COLUMN.pattern]: isShared ? plan[COLUMN.pattern] : 0,
    [COLUMN.leadingDigits]: isShared ? plan[COLUMN.leadingDigits] : 0,
    [COLUMN.types]: isShared ? plan[COLUMN.types] : 0,
  };
  const row = Array.from({ length: COLUMN.types + 1 }, (_, column) => kept[column] || 0);
  return row.slice(0, row.findLastIndex((value) => value !== 0) + 1);
}
