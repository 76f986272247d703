import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { machineTime } from "./machine-time.ts";

/** How the next response differs from a correct response. */
export interface Twist {
  /** Claims to replace in the id token. An undefined value removes the claim. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that the issuer doesn't publish. */
  strangersKey?: boolean;
  /** The claims that the user info endpoint returns. If omitted, it returns none. */
  userinfo?: Record<string, unknown>;
  /** The token endpoint's error. */
  error?: { status: number; body: Record<string, unknown> };
}

interface Code {
  nonce: string;
  challenge: string;
  redirectUri: string;
  twist: Twist;
}

const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** An OpenID Connect provider that signs users in without a page and can be made to send incorrect responses. */
export class StandInIssuer {
  readonly clientId = "gateway";
  readonly clientSecret = "a secret: with / and %";
  /** The claims about the user who signs in. */
  person: Record<string, unknown> = { sub: "ana-1", email: "ana@example.com", email_verified: true };
  metadata: Record<string, unknown> = {};
  /** How the client authenticated in each token request. */
  readonly provenBy: string[] = [];
  #keys: { kid: string; publicKey: KeyObject; privateKey: KeyObject }[] = [{ kid: "first", ...newKey() }];
  readonly #stranger = newKey();
  readonly #codes = new Map<string, Code>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  #twist: Twist = {};

  readonly #nowMs: () => number;

  /**
   * @param nowMs returns the time for its tokens, which a gateway in another process compares with the machine's time.
   */
  constructor(nowMs = () => machineTime().getTime()) {
    this.#nowMs = nowMs;
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return this;
  }
  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // a TCP server's address
  }

  /** Signs with a new key from now on and forgets the previous one. */
  rotateKey(kid: string): void {
    this.#keys = [{ kid, ...newKey() }];
  }

  /** Acts as a person who opens the provider's page and is redirected back. @returns the address of the redirect. */
  visit(location: string, twist: Twist = {}): URL {
    const asked = new URL(location).searchParams;
    const code = `code-${this.#codes.size}`;
    const redirectUri = asked.get("redirect_uri") ?? "";
    this.#codes.set(code, {
      nonce: asked.get("nonce") ?? "",
      challenge: asked.get("code_challenge") ?? "",
      redirectUri,
      twist,
    });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back;
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { url } = this;
    switch (request.url) {
      case "/.well-known/openid-configuration":
        return { status: 200, body: { ...this.#honestMetadata(url), ...this.metadata } };
      case "/jwks": {
        const keys = this.#keys.map(({ kid, publicKey }) => ({
          ...publicKey.export({ format: "jwk" }),
          kid,
          use: "sig",
        }));
        return { status: 200, body: { keys } };
      }
      case "/token":
        return this.#token(request);
      case "/userinfo":
        return { status: 200, body: { sub: this.person.sub, ...this.#twist.userinfo } };
      default:
        return { status: 404, body: {} };
    }
  }

  #honestMetadata(url: string) {
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      userinfo_endpoint: `${url}/userinfo`,
      end_session_endpoint: `${url}/end`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    };
  }

  async #token(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const way = this.#wayOf(request, form);
    if (way === null) return { status: 401, body: { error: "invalid_client" } };
    this.provenBy.push(way);
    const code = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? ""); // works once
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code?.challenge !== challenge || code.redirectUri !== form.get("redirect_uri")) {
      return { status: 400, body: { error: "invalid_grant" } };
    }
    this.#twist = code.twist;
    if (code.twist.error) return code.twist.error;
    const id_token = this.#idToken(code);
    return { status: 200, body: { access_token: "access", token_type: "Bearer", expires_in: 300, id_token } };
  }

  /** How the client authenticates; null if it doesn't. */
  #wayOf({ headers }: IncomingMessage, form: URLSearchParams): string | null {
    const given = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64")
      .toString()
      .split(":");
    const [id, secret] = given.map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    if (id === this.clientId && secret === this.clientSecret) return "basic";
    const isPosted = form.get("client_id") === this.clientId && form.get("client_secret") === this.clientSecret;
    return isPosted ? "post" : null;
  }

  #idToken({ nonce, twist }: Code): string {
    const nowSec = Math.floor(this.#nowMs() / 1000);
    const [key] = this.#keys;
    const honest = { iss: this.url, aud: this.clientId, iat: nowSec, exp: nowSec + 300, nonce, ...this.person };
    const header = { alg: "RS256", kid: key?.kid, typ: "JWT", ...twist.header };
    const signed = `${b64(header)}.${b64({ ...honest, ...twist.claims })}`;
    if (header.alg === "none") return `${signed}.`;
    const privateKey = twist.strangersKey ? this.#stranger.privateKey : key?.privateKey;
    return `${signed}.${privateKey ? sign("sha256", Buffer.from(signed), privateKey).toString("base64url") : ""}`;
  }
}
