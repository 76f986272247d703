import type { StageConfig } from "../../lib/config.ts";
import type { DoctorClients } from "./clients.ts";

/** One line of the report. */
export type Finding =
  | { state: "ok"; text: string }
  /** `todo`: the command or step that fixes it. */
  | { state: "problem"; text: string; todo: string }
  /** Could not be checked; `text` gives the reason. */
  | { state: "unknown"; text: string };

/** Input to the checks. */
export interface DoctorContext {
  config: StageConfig;
  aws: DoctorClients;
  /** The stage's region, from the operator's credentials. */
  region: string;
  /** Runs a program on this machine. @returns its output. @throws if it is missing or fails. */
  run(program: string, args: string[]): Promise<string>;
}

/** One check. If it throws, the report states that it "could not be looked at". */
export interface Check {
  name: string;
  /** False if it checks only this machine. */
  asksAws: boolean;
  /** Returns the reason if this stage doesn't need the check. */
  notNeeded?(config: StageConfig): string | null;
  look(context: DoctorContext): Promise<Finding | Finding[]>;
}

/** Reports that all is well. */
export const ok = (text: string): Finding => ({ state: "ok", text });

/** Reports a problem. @param todo the command or step that fixes it. */
export const problem = (text: string, todo: string): Finding => ({ state: "problem", text, todo });
