import type { ExportRecord } from "../../records/export.ts";
import type { Exporting, Section, SectionPage, WantedFile } from "./exporting-data.ts";
import type { Archive, ArchivedFile } from "./make-archive.ts";

/** Where one of an archive's files begins: a section, and the item in it after which to continue. */
export interface ExportPlace {
  section: string;
  after?: string;
}

/** A summary of one of the archive's files, and where the next one begins (null if this is the last). */
export interface FilledPart {
  next: ExportPlace | null;
  counts: Record<string, number>;
  files: number;
}

/**
 * The maximum contents of one archive file. Each archive file is made in a single piece, which takes seconds. These
 * numbers are design choices.
 */
export const PART_LIMITS = { lines: 20_000, files: 2_000, fileBytes: 128 * 1024 * 1024 };

/** The state of an archive file while it is being filled. */
interface Filling {
  work: Exporting;
  archive: Archive;
  /** The file's number, counted from 1. */
  number: number;
  limits: typeof PART_LIMITS;
  counts: Record<string, number>;
  copied: { files: ArchivedFile[]; bytes: number; missing: string[] };
  listed: ArchivedFile[];
}

/**
 * Fills one archive file with records, starting from `place`, until one of the limits is reached. Adds one section
 * after another, each followed by the files that its records refer to, and finally a manifest. Holds only one page of
 * records and the file names in memory.
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
    if (section === undefined) throw new Error("An export is at an unknown section.");
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
 * Adds a section's lines as one file, or nothing if the section has no lines. @returns the item after which the section
 * continues in the next archive file, or null if the section is complete.
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

/** Copies the files that lines refer to. Files that are no longer stored are listed in the manifest as missing. */
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

/** Whether compressing a file makes it smaller. Images, audio, videos and documents are already compressed. */
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

/** Adds up two sets of line counts by kind. */
export function sumOf(some: Record<string, number>, others: Record<string, number>): Record<string, number> {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
