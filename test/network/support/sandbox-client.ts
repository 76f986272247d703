/** A message as a phone shows it. */
export interface SandboxMessage {
  readonly id: string;
  readonly chat_id: string;
  readonly from: string;
  readonly type: string;
  readonly text: string | null;
  readonly media: {
    readonly mimetype: string;
    readonly size: number | null;
    readonly sha256: string | null;
    readonly filename: string | null;
    readonly voice: boolean;
    readonly view_once: boolean;
    readonly problem: string | null;
  } | null;
  readonly location: { readonly latitude: number; readonly longitude: number; readonly title: string | null } | null;
  readonly contact: { readonly name: string | null; readonly phone: string | null } | null;
  readonly poll: {
    readonly name: string;
    readonly options: string[];
    readonly multiple_answers: boolean;
    readonly votes: { readonly from: string; readonly options: string[] }[];
  } | null;
  readonly reply_to: string | null;
  readonly mentions: string[];
  readonly forwarded: boolean;
  readonly at: string;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly reactions: { readonly from: string; readonly emoji: string }[];
  readonly status: "sent" | "delivered" | "read" | null;
}

/** A phone as the sandbox shows it. */
export interface SandboxPhone {
  readonly phone: string;
  readonly private_id: string;
  readonly name: string;
  readonly linked_devices: { readonly device: number; readonly linked_at: string }[];
}

/** A group as the sandbox shows it. */
export interface SandboxGroup {
  readonly chat_id: string;
  readonly subject: string;
  readonly description: string | null;
  readonly invite: string;
  readonly messages_admins_only: boolean;
  readonly participants: { readonly phone: string; readonly role: string }[];
  readonly requests: string[];
  /** Only present in the response to a change of the group's members. */
  readonly outcomes?: { readonly phone: string; readonly status: number; readonly invite: string | null }[];
}

/** A response that reports a failure. */
export class SandboxRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: { message: string; code: string }) {
    super(body.message);
    this.status = status;
    this.code = body.code;
  }
}

/**
 * Creates functions for the sandbox API, one per HTTP method. Each throws SandboxRefusal if the status is 400 or above.
 */
export function sandboxClient(url: string) {
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    // The sandbox responds in these shapes. Otherwise, its own tests would fail first.
    if (!response.ok) throw new SandboxRefusal(response.status, answer as { message: string; code: string });
    return answer as T;
  }
  return {
    request,
    addPhone: (phone: string, name: string) => request<SandboxPhone>("POST", "/phones", { phone, name }),
    phone: (phone: string) => request<SandboxPhone>("GET", `/phones/${phone}`),
    changePhone: (phone: string, changes: Record<string, unknown>) =>
      request<SandboxPhone>("PATCH", `/phones/${phone}`, changes),
    scan: (phone: string, value: string) => request<SandboxPhone>("POST", `/phones/${phone}/scan`, { value }),
    unlink: (phone: string, how: { announced?: boolean } = {}) =>
      request<SandboxPhone>("POST", `/phones/${phone}/unlink`, how),
    write: (phone: string, message: Record<string, unknown>) =>
      request<{ id: string }>("POST", `/phones/${phone}/messages`, message),
    messages: async (phone: string, chatId?: string) => {
      const query = chatId === undefined ? "" : `?chat_id=${encodeURIComponent(chatId)}`;
      return (await request<{ data: SandboxMessage[] }>("GET", `/phones/${phone}/messages${query}`)).data;
    },
    read: (phone: string, id: string) => request<SandboxMessage>("POST", `/phones/${phone}/messages/${id}/read`),
    act: (
      phone: string,
      id: string,
      act: "react" | "edit" | "delete" | "vote" | "answer-event",
      body: Record<string, unknown> = {},
    ) => request<SandboxMessage>("POST", `/phones/${phone}/messages/${id}/${act}`, body),
    newGroup: (group: Record<string, unknown>) => request<SandboxGroup>("POST", "/groups", group),
    group: (chatId: string) => request<SandboxGroup>("GET", `/groups/${chatId}`),
    changeGroup: (chatId: string, changes: Record<string, unknown>) =>
      request<SandboxGroup>("PATCH", `/groups/${chatId}`, changes),
    changeMembers: (chatId: string, change: Record<string, unknown>) =>
      request<SandboxGroup>("POST", `/groups/${chatId}/participants`, change),
    fault: (fault: Record<string, unknown>) => request<unknown>("POST", "/faults", fault),
    clock: () => request<{ now: string }>("GET", "/clock"),
    moveClock: (request_: Record<string, unknown>) =>
      request<{ now: string; settled: boolean }>("POST", "/clock", request_),
  };
}

export type SandboxClient = ReturnType<typeof sandboxClient>;
