import type { ExportRecord } from "../../records/export.ts";
import type { Exporting, Section, SectionPage, WantedFile } from "./exporting-data.ts";
import type { Archive, ArchivedFile } from "./make-archive.ts";

/** Where a file of an export's archive begins: in which section, and after which item. */
export interface ExportPlace {
  section: string;
  after?: string;
}

/** The content of a file of the archive, and where the next one begins (null: the archive ends with it). */
export interface FilledPart {
  next: ExportPlace | null;
  counts: Record<string, number>;
  files: number;
}

/** How much goes into one file of an archive, which is made in one piece and takes seconds. Our numbers. */
export const PART_LIMITS = { lines: 20_000, files: 2_000, fileBytes: 128 * 1024 * 1024 };

/** A part of an archive that is being filled. */
interface Filling {
  work: Exporting;
  archive: Archive;
  /** Its number, from 1. */
  number: number;
  limits: typeof PART_LIMITS;
  counts: Record<string, number>;
  copied: { files: ArchivedFile[]; bytes: number; missing: string[] };
  listed: ArchivedFile[];
}

/**
 * Fills one file of an archive: records from `place` on, section by section, each followed by the files that they name,
 * until one of the limits is reached; and its manifest. Nothing is in memory but a page of records and the names of
 * files.
 */
export async function fillArchive(
  work: Exporting,
  archive: Archive,
  sections: readonly Section[],
  record: ExportRecord,
  limits = PART_LIMITS,
): Promise<FilledPart> {
  const number = record.parts + 1;
  const copied = { files: [], bytes: 0, missing: [] };
  const filling: Filling = { work, archive, number, limits, counts: {}, copied, listed: [] };
  let place = placeOf(record, sections);
  while (place !== null && !isFull(filling)) {
    const at = sections.findIndex(({ name }) => name === place?.section);
    const section = sections[at];
    if (section === undefined) throw new Error("An export is at a section that there is not.");
    const after = await addSection(filling, section, place.after);
    await copyFiles(filling);
    const following = sections[at + 1];
    if (after !== null) place = { section: section.name, after };
    else place = following === undefined ? null : { section: following.name };
  }
  await archive.add(`manifest-${number}.json`, oneChunk(manifestOf(filling, record, place === null)), true);
  return { next: place, counts: filling.counts, files: filling.copied.files.length };
}

function placeOf({ place }: ExportRecord, sections: readonly Section[]): ExportPlace | null {
  if (place !== undefined) return JSON.parse(place) as ExportPlace; // written by make-export
  return sections[0] === undefined ? null : { section: sections[0].name };
}

function isFull({ work, limits, counts, copied }: Filling): boolean {
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    lines >= limits.lines ||
    copied.files.length + work.files.count >= limits.files ||
    copied.bytes + work.files.bytes >= limits.fileBytes
  );
}

/**
 * Adds the lines of a section, as one file, and none if it has no lines. @returns after which item it continues in the
 * archive's next file; null: it is over.
 */
async function addSection(filling: Filling, section: Section, start: string | undefined): Promise<string | null> {
  let page = await section.read(filling.work, start);
  while (page.lines.length === 0 && page.after !== null) page = await section.read(filling.work, page.after);
  if (page.lines.length === 0) return null;
  async function* chunks() {
    for (;;) {
      yield Buffer.from(page.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      filling.counts[section.name] = (filling.counts[section.name] ?? 0) + page.lines.length;
      if (page.after === null || isFull(filling)) return;
      page = await nextPage(filling, section, page.after);
    }
  }
  filling.listed.push(await filling.archive.add(`${section.name}-${filling.number}.jsonl`, chunks(), true));
  return page.after;
}

const nextPage = ({ work }: Filling, section: Section, after: string): Promise<SectionPage> =>
  section.read(work, after);

/** Copies the files that lines named. One that is stored no longer is named in the manifest. */
async function copyFiles(filling: Filling): Promise<void> {
  const { work, copied, archive } = filling;
  for (const wanted of work.files.take()) {
    const bytes = await work.deps.media.get(wanted.key);
    if (bytes === null) {
      copied.missing.push(wanted.path);
      continue;
    }
    const added = await archive.add(wanted.path, bytes, isPackable(wanted));
    copied.files.push(added);
    copied.bytes += added.size_bytes;
  }
}

/** Whether a file gets smaller by packing; pictures, sound, films and documents are packed already. */
const isPackable = ({ path }: WantedFile) => /\.(txt|csv|json|xml|html|vcf)$/i.test(path);

function manifestOf({ work, number, counts, copied, listed }: Filling, record: ExportRecord, isLast: boolean): string {
  const { id, account_id, instance_id, contact, created_at } = record;
  const manifest = {
    export: { id, account_id, instance_id, contact, created_at },
    made_at: work.now.toISOString(),
    number,
    is_last: isLast,
    counts,
    ...(isLast && { counts_of_all: sumOf(record.counts, counts), files_of_all: record.files + copied.files.length }),
    files: [...listed, ...copied.files],
    no_longer_kept: copied.missing,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Adds up lines by the kind of record. */
export function sumOf(some: Record<string, number>, others: Record<string, number>): Record<string, number> {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
