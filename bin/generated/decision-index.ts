import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FIRST_TO_READ, THEMES } from "./decision-themes.ts";

const FOLDER = fileURLToPath(new URL("../../docs/decisions/", import.meta.url));
const PAST = "past/";
const RECORD = /^(\d{4})-[\w-]+\.md$/;

/** A decision record as listed in the index. */
interface RecordLine {
  number: number;
  /** The path of the record, relative to docs/decisions/. */
  path: string;
  title: string;
  /** The status as one line of Markdown, or an empty string for a record that is accepted without further remarks. */
  status: string;
}

/**
 * Builds docs/decisions/README.md: the records to read first, all current records grouped by theme, and the records
 * that no longer apply.
 * @throws Error with a sentence on what to do if a record belongs to no theme or to several, or if a theme lists a
 * record that doesn't exist.
 */
export function decisionIndex(): string {
  const records = [...recordsIn(""), ...recordsIn(PAST)];
  const byNumber = new Map(records.map((record) => [record.number, record]));
  requireOneTheme(records);
  const current = (numbers: readonly number[]) =>
    [...numbers]
      .sort((a, b) => a - b)
      .flatMap((n) => byNumber.get(n) ?? [])
      .filter(({ path }) => !path.startsWith(PAST));
  const past = records.filter(({ path }) => path.startsWith(PAST));
  const first = FIRST_TO_READ.map(({ number, why }) => {
    const record = byNumber.get(number);
    if (record === undefined) throw new Error(`Record ${number} is to be read first, and is not there.`);
    return `${linkTo(record)}: ${why}`;
  });
  return [
    "# Decisions",
    "Made by `npm run docs` from the records and `bin/generated/decision-themes.ts`. [0001](0001-record-decisions.md) says what a record is.",
    "## Ten to read first",
    first.map((line, i) => `${i + 1}. ${line}`).join("\n"),
    ...Object.entries(THEMES).flatMap(([theme, numbers]) => [`## ${theme}`, current(numbers).map(lineOf).join("\n")]),
    ...(past.length > 0 ? ["## Past: replaced as a whole", past.map(lineOf).join("\n")] : []),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

function recordsIn(folder: string): RecordLine[] {
  const names = folder === PAST && !readdirSync(FOLDER).includes("past") ? [] : readdirSync(`${FOLDER}${folder}`);
  return names
    .filter((name) => RECORD.test(name))
    .sort()
    .map((name) => recordOf(`${folder}${name}`, readFileSync(`${FOLDER}${folder}${name}`, "utf8")));
}

function recordOf(path: string, text: string): RecordLine {
  const [, number, title] = /^# (\d{4}) · (.+)$/m.exec(text) ?? [];
  const [, status] = /^\*\*Status:\*\* ([\s\S]+?)\n\n/m.exec(text) ?? [];
  if (number === undefined || title === undefined || status === undefined)
    throw new Error(`docs/decisions/${path} has no title with a status below it.`);
  const beyond = status.replaceAll("\n", " ").replace(/^accepted[;,.]?\s*/, "");
  // Records that no longer apply are in a subfolder one level below the index, so their links to files in the parent
  // folder are adjusted to resolve from the index.
  const here = path.startsWith(PAST) ? beyond.replaceAll("](../", "](") : beyond;
  return { number: Number(number), path, title, status: here };
}

function requireOneTheme(records: RecordLine[]): void {
  const themed = Object.values(THEMES).flat();
  const numbers = new Set(records.map(({ number }) => number));
  for (const { number, path } of records) {
    const count = themed.filter((one) => one === number).length;
    if (count !== 1)
      throw new Error(`docs/decisions/${path} has ${count} themes. Give it one in bin/generated/decision-themes.ts.`);
  }
  const strange = themed.filter((number) => !numbers.has(number));
  if (strange.length > 0)
    throw new Error(`bin/generated/decision-themes.ts names records that are not there: ${strange.join(", ")}.`);
}

const linkTo = ({ number, path, title }: RecordLine) => `[${String(number).padStart(4, "0")}](${path}) ${title}`;
const lineOf = (record: RecordLine) =>
  `- ${linkTo(record)}${record.status && ` (${record.status.replace(/\.$/, "")})`}`;
