import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeFromOthers } from "./private-files.ts";

/** The state kept across restarts, besides the emulators' data. */
export interface KeptState {
  /** How far the gateway's clock is ahead of the machine's. */
  clock_offset_ms: number;
  kms_key_id: string | null;
  account_id: string | null;
  /** null if it was not created yet, or is not kept because others than the machine's owner are served. */
  api_key: string | null;
  /** The name of the network that the folder's numbers are linked to; null: not chosen yet. */
  network: string | null;
  /**
   * The restored table in use; null means the gateway's own. It is kept, because going back to the other table would
   * return linked numbers to an older state.
   */
  restored_table: string | null;
  /** The version of the gateway that used the folder last; null: one that didn't write it down. */
  written_by: string | null;
  /** The panel's last address, for links that are made while nothing runs; null: it was never served. */
  panel_url: string | null;
  /** Whether it serves a team, and not everyone on this machine; null: written by a release that didn't say. */
  serves_team: boolean | null;
  /** Whether people are known by a name that doesn't change with the gateway's address. */
  people_named: boolean;
}

/** The content of `gateway.json`, for other programs on this machine. */
export interface GatewayFile {
  /** Where this machine reaches the API. */
  base_url: string;
  /** null if the network isn't simulated. */
  sandbox_url: string | null;
  /** null: the panel isn't served. */
  panel_url: string | null;
  /** null: METRICS_PORT isn't set. */
  metrics_url: string | null;
  /** Null if none is kept, because a team is served. */
  api_key: string | null;
  account_id: string;
  pid: number;
  /** The processes that hold the linked numbers. */
  session_pids: number[];
  /** The network's address, and the root key that its clients trust; null: the network library's own. */
  network: { url: string; rootPublicKey: string } | null;
  /** The folder of the mails that wait, or were written. */
  mail_folder: string;
  /** The URL that replaces the language model providers, and a key that it accepts; null: the real ones are used. */
  ai_url: string | null;
  ai_demo_key: string | null;
  /** The environment with which operator commands reach the embedded services. */
  aws_env: Record<string, string>;
  /** The access key under which they are judged by the operator's policy; null: rights are not judged. */
  operator_key_id: string | null;
  /** As above, for the commands of a restore. */
  restore_key_id: string | null;
}

const EMPTY: KeptState = {
  clock_offset_ms: 0,
  kms_key_id: null,
  account_id: null,
  api_key: null,
  network: null,
  restored_table: null,
  written_by: null,
  panel_url: null,
  serves_team: null,
  people_named: false,
};

/**
 * The data folder's small files. They are written to a new file and renamed, so a crash leaves the old or the new one.
 */
export function dataFolder(dir: string) {
  const statePath = join(dir, "state.json");
  const gatewayPath = join(dir, "gateway.json");

  function write(path: string, value: unknown): void {
    writeFileSync(`${path}.new`, JSON.stringify(value, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  function read(path: string): unknown {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw new Error(broken(dir, `${path} can't be read (${(error as Error).message})`));
    }
  }

  return {
    /**
     * Creates the folder, or closes an older one to other users.
     * @returns a path in it that other users can still open; null if there is none. @throws one sentence if it can't be
     * created or written.
     */
    open(): string | null {
      try {
        mkdirSync(dir, { recursive: true });
        writeFileSync(join(dir, ".writable"), "");
        rmSync(join(dir, ".writable"));
        return takeFromOthers(dir);
      } catch (error) {
        throw new Error(broken(dir, `it can't be written (${(error as NodeJS.ErrnoException).code})`));
      }
    },
    /**
     * Returns the network that the folder was made for; null: it is new. Folders older than the choice are the
     * sandbox's.
     */
    madeFor(): string | null {
      const state = read(statePath) as Partial<KeptState> | null; // written below only
      return state && (state.network ?? "sandbox");
    },
    readState: (): KeptState => ({ ...EMPTY, ...((read(statePath) as Partial<KeptState> | null) ?? {}) }),
    writeState: (state: KeptState) => write(statePath, state),
    readGateway: () => read(gatewayPath) as GatewayFile | null, // written below only
    writeGateway: (file: GatewayFile) => write(gatewayPath, file),
    removeGateway: () => rmSync(gatewayPath, { force: true }),
  };
}

/** The opened data folder. */
export type DataFolder = ReturnType<typeof dataFolder>;

/** This run's state: as an earlier run left it, or empty for a gateway that keeps nothing. */
export interface RunState {
  readonly values: Readonly<KeptState>;
  /** Changes it, and writes it if anything is kept. */
  keep(change: Partial<KeptState>): void;
}

/** @throws one sentence if the kept state can't be read. */
export function openState(folder: DataFolder, ephemeral: boolean): RunState {
  const kept = folder.readState();
  const values = ephemeral ? { ...EMPTY } : kept;
  return {
    values,
    keep(change) {
      Object.assign(values, change);
      if (!ephemeral) folder.writeState(values);
    },
  };
}

const broken = (dir: string, why: string) =>
  `The data folder ${dir} is not usable: ${why}. Set DATA_DIR to another folder, or remove this one to start afresh.`;
