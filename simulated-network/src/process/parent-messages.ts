import * as z from "zod";
import type { ClockRequest } from "./clock-request.ts";
import type { OwnersRequest } from "./owners-paths.ts";
import type { ProcessFigures } from "./process-figures.ts";

/** The settings of the network's process, passed as JSON in NETWORK_CONFIG. Port 0 means any free port. */
export const NetworkConfig = z.object({
  /** The network's name, from which the keys trusted by clients are derived. */
  name: z.string().min(1).default("simulated messaging network"),
  port: z.int().min(0).max(65535),
  /** The port for the sandbox API. Null means no sandbox API. */
  sandboxPort: z.int().min(0).max(65535).nullable(),
  /** The folder for the network's data. Null means in memory. */
  dataDir: z.string().nullable(),
  /** Paths of the HTTP API that the parent answers. */
  ownersPaths: z.array(z.string().startsWith("/")).default([]),
  clockOffsetMs: z.number().default(0),
});
/** The configuration after parsing. */
export type NetworkConfig = z.infer<typeof NetworkConfig>;
/** The configuration before parsing, in which values with a default may be omitted. */
export type GivenNetworkConfig = z.input<typeof NetworkConfig>;

/** The id of a question from the parent. The answer repeats it. */
const QuestionId = z.union([z.string(), z.number()]);

/** The messages that the parent can send: clock moves, questions, answers, and the request to stop. */
export const ParentMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("clock"), offsetMs: z.number() }),
  z.object({ kind: z.literal("idle?"), id: QuestionId }),
  z.object({ kind: z.literal("figures?"), id: QuestionId }),
  z.object({ kind: z.literal("clock-moved"), id: z.number(), now: z.string(), settled: z.boolean() }),
  z.object({ kind: z.literal("answer"), id: z.number(), status: z.int(), body: z.unknown() }),
  z.object({ kind: z.literal("stop") }),
]);
/** A message from the parent. */
export type ParentMessage = z.infer<typeof ParentMessage>;

/** The messages that are sent to the parent. */
export type ChildMessage =
  | {
      readonly kind: "ready";
      readonly url: string;
      readonly rootPublicKey: string;
      readonly sandboxUrl: string;
      readonly mediaCaFile: string;
      readonly mediaHost: string;
    }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "idle"; readonly id: string | number; readonly idle: boolean }
  | { readonly kind: "figures"; readonly id: string | number; readonly figures: ProcessFigures }
  | { readonly kind: "move-clock"; readonly id: number; readonly request: ClockRequest }
  | { readonly kind: "request"; readonly id: number; readonly request: OwnersRequest };
