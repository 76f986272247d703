/** A request for one of the owner's paths, as received by the HTTP API. */
export interface OwnersRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The owner's answer: a status, and a body to send as JSON. */
export interface OwnersAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Paths that the program running the network adds to the network's HTTP API and answers itself. */
export interface OwnersPaths {
  readonly paths: readonly string[];
  readonly answer: (request: OwnersRequest) => Promise<OwnersAnswer>;
}
