import type { StageConfig } from "../../lib/config.ts";
import type { DoctorClients } from "./clients.ts";

/** One line of the report. */
export type Finding =
  | { state: "ok"; text: string }
  /** `todo`: the command or the step that fixes it. */
  | { state: "problem"; text: string; todo: string }
  /** Could not be checked; `text` says why. */
  | { state: "unknown"; text: string };

/** Inputs of the checks. */
export interface DoctorContext {
  config: StageConfig;
  aws: DoctorClients;
  /** The stage's region, from the operator's credentials. */
  region: string;
  /** Runs a program on this machine. @returns its output. @throws if it is missing or fails. */
  run(program: string, args: string[]): Promise<string>;
}

/** One check. An error that it throws is reported as "could not be looked at". */
export interface Check {
  name: string;
  /** False: it checks only this machine. */
  asksAws: boolean;
  /** Returns why this stage needs no check, if so. */
  notNeeded?(config: StageConfig): string | null;
  look(context: DoctorContext): Promise<Finding | Finding[]>;
}

/** All is as it should be. */
export const ok = (text: string): Finding => ({ state: "ok", text });

/** Something is wrong. @param todo what to do. */
export const problem = (text: string, todo: string): Finding => ({ state: "problem", text, todo });
