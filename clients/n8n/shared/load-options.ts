import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from "n8n-workflow";
import { callApi } from "./api.ts";

/** The option for unassigned chats. */
const NOBODY: INodePropertyOptions = { name: "Nobody", value: "none" };

/** Lists "Nobody" and all team members, since chats may be assigned to any of them. */
export async function getMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return [NOBODY, ...(await readMembers(this)).map(asOption)];
}

/** Lists "Nobody" and the members to whom chats can be assigned. Viewers are left out because they don't answer. */
export async function getAssignees(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return [NOBODY, ...(await readMembers(this)).filter(({ role }) => role !== "viewer").map(asOption)];
}

async function readMembers(functions: ILoadOptionsFunctions): Promise<IDataObject[]> {
  const { body } = await callApi(functions, { method: "GET", path: "/v1/members", answer: "list" });
  return body.data as IDataObject[]; // by `answer`
}

const asOption = ({ id, name }: IDataObject): INodePropertyOptions => ({
  name: String(name || id),
  value: String(id),
});
