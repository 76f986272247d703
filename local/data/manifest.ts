import * as z from "zod";

/** The first file in a backup. It lists the other files. */
export const MANIFEST = "manifest.json";

/** Matches a path relative to the data folder, without any segments that are empty, `.` or `..`. */
const PATH = /^(?!\.\.?(?:\/|$))[\w.@+=-]+(?:\/(?!\.\.?(?:\/|$))[\w.@+=-]+){0,9}$/;

/** Whether a file with this path, relative to the data folder, can be in a backup. */
export const isPlainPath = (path: string) => path.length <= 255 && PATH.test(path);

/** The list of files in a backup, in the order in which they are stored. */
export const Manifest = z.object({
  /** The version of the backup format. */
  backup_format: z.literal(1),
  /** The version of the data, followed by the version of the gateway that wrote it. */
  data_version: z.int().min(1),
  gateway_version: z.string().max(100),
  /** The network that the folder's numbers are linked to. */
  network: z.string().max(200).nullable(),
  made_at: z.iso.datetime(),
  files: z.array(
    z.object({
      path: z.string().refine(isPlainPath, "must be a path inside the data folder"),
      size_bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
/** The list of files in a backup, in the order in which they are stored. */
export type Manifest = z.infer<typeof Manifest>;
