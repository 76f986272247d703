import type { StageConfig } from "../../lib/config.ts";
import type { DoctorClients } from "./clients.ts";

/** The outcome of a check, printed as one line of the report. */
export type Finding =
  | { state: "ok"; text: string }
  /** `todo` is the command or step that solves the problem. */
  | { state: "problem"; text: string; todo: string }
  /** The state couldn't be checked. `text` says why. */
  | { state: "unknown"; text: string };

/** Input that all checks receive. */
export interface DoctorContext {
  config: StageConfig;
  aws: DoctorClients;
  /** The stage's region, as set with the operator's credentials. */
  region: string;
  /** Runs a program on this machine. @returns its output. @throws if the program is missing or fails. */
  run(program: string, args: string[]): Promise<string>;
}

/** A single check. If it throws, the report says that the check "could not be looked at". */
export interface Check {
  name: string;
  /** False if the check only looks at this machine. */
  asksAws: boolean;
  /** Returns the reason why the stage doesn't need the check, or null if it does. */
  notNeeded?(config: StageConfig): string | null;
  look(context: DoctorContext): Promise<Finding | Finding[]>;
}

/** Creates a finding that all is well. */
export const ok = (text: string): Finding => ({ state: "ok", text });

/** Creates a finding that reports a problem. @param todo the command or step that solves it. */
export const problem = (text: string, todo: string): Finding => ({ state: "problem", text, todo });
