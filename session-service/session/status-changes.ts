import type { InstanceStatusReason } from "../../core/contracts/instance.ts";
import type { StatusChange } from "../../core/operations/instances/change-instance-status.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";

/** The status change when the scanned phone belongs to another instance. Spec: Instance, `link_refused`. */
export const LINK_REFUSED: StatusChange = {
  status: "scan_qr_code",
  status_reason: "link_refused",
  link_refused: true,
  phone: null,
  connected: false,
};

/** Returns the status change after the phone was unlinked, whether by the customer's logout or by the network. */
export function linkLost(record: InstanceRecord, status_reason: InstanceStatusReason | null): StatusChange {
  const status = record.wanted === "off" ? "stopped" : "scan_qr_code";
  return { status, status_reason, phone: null, connected: false, logout_done: record.logout_seq };
}

/**
 * Returns the status change while no phone is linked. The reason why the last link ended, or could not be created,
 * stays visible until a phone is linked again.
 */
export function unlinked(record: InstanceRecord, fault: InstanceStatusReason | null): StatusChange {
  const before = record.status === "scan_qr_code" ? record.status_reason : null;
  // A proxy failure is over once the network responds through the proxy.
  const status_reason = fault ?? (before === "proxy_unreachable" ? null : before);
  return { status: "scan_qr_code", status_reason, phone: null, connected: false };
}

/**
 * Returns the status change for the start of a restart. A connection that comes back within seconds isn't worth
 * reporting.
 */
export function restarted(record: InstanceRecord, isLinked: boolean): StatusChange {
  const linked = record.status === "working" ? "working" : "starting";
  const status = isLinked ? linked : "scan_qr_code";
  const status_reason = status === "starting" ? null : record.status_reason;
  return { status, status_reason, connected: false, restart_done: record.restart_seq };
}
