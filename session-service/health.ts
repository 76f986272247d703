/** The container's health check. Queries the service on the same machine; exit code 0 means healthy. */
import { HEALTH_PATH, healthPort } from "./process/health-endpoint.ts";

try {
  const answer = await fetch(`http://127.0.0.1:${healthPort(process.env)}${HEALTH_PATH}`);
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
