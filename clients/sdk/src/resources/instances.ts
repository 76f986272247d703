// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  InstancesCheckData,
  InstancesCheckResponses,
  InstancesCreateData,
  InstancesCreateResponses,
  InstancesDeleteResponses,
  InstancesGetResponses,
  InstancesListData,
  InstancesListResponses,
  InstancesLogoutResponses,
  InstancesPairingCodeData,
  InstancesPairingCodeResponses,
  InstancesPasskeyResponses,
  InstancesQrResponses,
  InstancesRejectCallData,
  InstancesRejectCallResponses,
  InstancesRestartResponses,
  InstancesSignPasskeyData,
  InstancesSignPasskeyResponses,
  InstancesStartResponses,
  InstancesStopResponses,
  InstancesTestProxyResponses,
  InstancesUpdateData,
  InstancesUpdateResponses,
} from "../types.ts";

/** The calls of `instances`. */
export class Instances extends Resource {
  /** List instances, newest first. Any API key. */
  list(query?: Query<InstancesListData>, options?: CallOptions): List<Item<InstancesListResponses>> {
    return this.callList({ method: "GET", path: "/v1/instances", query, answer: "links", options });
  }

  /** Add an instance. A full key for the whole account. Not available after the trial. */
  create(body: Body<InstancesCreateData>, options?: CallOptions): Answer<Data<InstancesCreateResponses>> {
    return this.callOne({ method: "POST", path: "/v1/instances", body, answer: "record", options });
  }

  /** Get an instance. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<InstancesGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/instances/{id}", ids: [instanceId], answer: "record", options });
  }

  /** Change an instance's name, proxy, protection settings, or whether it declines calls. A full key. */
  update(
    instanceId: string,
    body: Body<InstancesUpdateData>,
    options?: CallOptions,
  ): Answer<Data<InstancesUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}",
      ids: [instanceId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete an instance, which logs it out and deletes its messages and files. A full key for the whole account. */
  delete(instanceId: string, options?: CallOptions): Answer<Data<InstancesDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}",
      ids: [instanceId],
      gone: "instance_not_found",
      answer: "none",
      options,
    });
  }

  /** Get the QR code to scan in the phone's linked-devices screen. A full key. */
  qr(instanceId: string, options?: CallOptions): Answer<Data<InstancesQrResponses>> {
    return this.callOne({ method: "GET", path: "/v1/instances/{id}/qr", ids: [instanceId], answer: "object", options });
  }

  /** Take an instance offline. It stays linked. A full key. */
  stop(instanceId: string, options?: CallOptions): Answer<Data<InstancesStopResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/stop",
      ids: [instanceId],
      answer: "record",
      options,
    });
  }

  /** Connect an instance again after a stop or a disconnection. A full key. */
  start(instanceId: string, options?: CallOptions): Answer<Data<InstancesStartResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/start",
      ids: [instanceId],
      answer: "record",
      options,
    });
  }

  /** Reconnect an instance within seconds. It stays linked. A full key. */
  restart(instanceId: string, options?: CallOptions): Answer<Data<InstancesRestartResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/restart",
      ids: [instanceId],
      answer: "record",
      options,
    });
  }

  /** Log the phone out, and wait for a new QR scan. A full key. */
  logout(instanceId: string, options?: CallOptions): Answer<Data<InstancesLogoutResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/logout",
      ids: [instanceId],
      answer: "record",
      options,
    });
  }

  /** Get an 8-character code that the number's owner types on their phone to link the number. A full key. */
  pairingCode(
    instanceId: string,
    body: Body<InstancesPairingCodeData>,
    options?: CallOptions,
  ): Answer<Data<InstancesPairingCodeResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/pairing-code",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Get the data that the owner's passkey must sign to link the number. A full key. */
  passkey(instanceId: string, options?: CallOptions): Answer<Data<InstancesPasskeyResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/passkey",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Submit the signature from the owner's passkey. The link then completes automatically. A full key. */
  signPasskey(
    instanceId: string,
    body: Body<InstancesSignPasskeyData>,
    options?: CallOptions,
  ): Answer<Data<InstancesSignPasskeyResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/passkey",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Check whether a number is on the network. A full key. */
  check(
    instanceId: string,
    body: Body<InstancesCheckData>,
    options?: CallOptions,
  ): Answer<Data<InstancesCheckResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/check",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Test an instance's proxy. A full key. */
  testProxy(instanceId: string, options?: CallOptions): Answer<Data<InstancesTestProxyResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/proxy/test",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Decline a ringing call. A full key. */
  rejectCall(
    instanceId: string,
    body: Body<InstancesRejectCallData>,
    options?: CallOptions,
  ): Answer<Data<InstancesRejectCallResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/calls/reject",
      ids: [instanceId],
      body,
      answer: "none",
      options,
    });
  }
}
