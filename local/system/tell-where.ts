import type { Gateway } from "./gateway.ts";

/** Writes `gateway.json` for other programs of this machine, once there is everything to tell. */
export function tellWhere({ folder, api, network, account, sessions, aws, wiring }: Gateway): void {
  folder.writeGateway({
    base_url: api.url,
    sandbox_url: String(network.ready.sandboxUrl),
    api_key: account.api_key,
    account_id: account.account_id,
    pid: process.pid,
    session_pids: sessions.pids(),
    network: { url: String(network.ready.url), rootPublicKey: String(network.ready.rootPublicKey) },
    aws_env: { ...aws.env, ...wiring },
  });
}
