import { keyIdOf } from "../aws/rights/callers.ts";
import type { Gateway } from "./gateway.ts";
import { OPERATOR_ROLE, RESTORE_ROLE } from "./rights/roles-of.ts";

/** Writes `gateway.json` for other programs on this machine, once all its values are available. */
export function tellWhere({
  settings,
  folder,
  api,
  network,
  account,
  sessions,
  aws,
  wiring,
  aiProviders,
  metrics,
  mailFolder,
}: Gateway): void {
  const keyOf = (role: string) => (settings.rights ? keyIdOf(aws.env.AWS_ACCESS_KEY_ID ?? "", role) : null);
  folder.writeGateway({
    base_url: api.localUrl,
    sandbox_url: network.sandboxUrl,
    panel_url: settings.panel ? `${api.url}/` : null,
    metrics_url: metrics?.url ?? null,
    api_key: account.api_key,
    account_id: account.account_id,
    pid: process.pid,
    session_pids: sessions.pids(),
    network: network.address,
    mail_folder: mailFolder,
    ai_url: aiProviders.demo?.url ?? null,
    ai_demo_key: aiProviders.demo?.key ?? null,
    aws_env: { ...aws.env, ...wiring },
    operator_key_id: keyOf(OPERATOR_ROLE),
    restore_key_id: keyOf(RESTORE_ROLE),
  });
}
