import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeFromOthers } from "./private-files.ts";

/** State that persists across restarts, in addition to the emulators' data. */
export interface KeptState {
  /** How far the gateway's clock is ahead of the machine's. */
  clock_offset_ms: number;
  kms_key_id: string | null;
  account_id: string | null;
  /**
   * Null if the key hasn't been created yet, or isn't stored because the gateway serves a team rather than just the
   * machine's owner.
   */
  api_key: string | null;
  /** The name of the network that the folder's numbers are linked to, or null if no network has been chosen yet. */
  network: string | null;
  /**
   * The restored table in use, or null for the gateway's own. It is recorded because switching back to the other table
   * would put linked numbers back into an older state.
   */
  restored_table: string | null;
  /** The version of the gateway that last used the folder, or null if that version didn't record itself. */
  written_by: string | null;
  /**
   * The panel's most recent address, for links created while the gateway isn't running. Null if the panel was never
   * served.
   */
  panel_url: string | null;
  /**
   * Whether the gateway serves a team rather than everyone on this machine. Null if the state was written by a release
   * that didn't record this.
   */
  serves_team: boolean | null;
  /** Whether users are identified by an issuer name that doesn't change when the gateway's URL does. */
  people_named: boolean;
}

/** The contents of `gateway.json`, which other programs on this machine read. */
export interface GatewayFile {
  /** The URL at which this machine reaches the API. */
  base_url: string;
  /** Null if the network isn't simulated. */
  sandbox_url: string | null;
  /** Null if the panel isn't served. */
  panel_url: string | null;
  /** Null if METRICS_PORT isn't set. */
  metrics_url: string | null;
  /** Null if no key is stored, because the gateway serves a team. */
  api_key: string | null;
  account_id: string;
  pid: number;
  /** The ids of the processes that maintain the connections of linked numbers. */
  session_pids: number[];
  /**
   * The URL of the network and the root key that its clients trust. Null means those built into the network library.
   */
  network: { url: string; rootPublicKey: string } | null;
  /** The folder for emails, whether they wait there to be sent or are only written there. */
  mail_folder: string;
  /**
   * The URL that replaces the AI providers' URLs, and a key that is valid there. Both are null if the real providers
   * are used.
   */
  ai_url: string | null;
  ai_demo_key: string | null;
  /** The environment variables that operator commands need to reach the embedded services. */
  aws_env: Record<string, string>;
  /** The access key that makes commands subject to the operator's policy, or null if permissions aren't checked. */
  operator_key_id: string | null;
  /** The access key that makes restore commands subject to their policy, or null if permissions aren't checked. */
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
 * Reads and writes the small files in the data folder. A file is written under a new name and then renamed, so after a
 * crash, either the old or the new version exists.
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
     * Creates the folder, or removes other users' access to an existing folder.
     * @returns a path in the folder that other users can still access, or null if there is none. @throws a one-sentence
     * error if the folder can't be created or isn't writable.
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
     * Returns the network that the folder was created for, or null if the folder is new. Folders created before a
     * network could be chosen belong to the sandbox.
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

/**
 * The state during this run. It starts out as an earlier run left it, or empty if the gateway doesn't persist anything.
 */
export interface RunState {
  readonly values: Readonly<KeptState>;
  /** Changes the state. If the gateway persists anything, also writes it to disk. */
  keep(change: Partial<KeptState>): void;
}

/** @throws a one-sentence error if the stored state can't be read. */
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
  `The data folder ${dir} can't be used: ${why}. Set DATA_DIR to a different folder, or remove this folder to start from scratch.`;
