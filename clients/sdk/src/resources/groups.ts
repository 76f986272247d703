// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  GroupsAddMembersData,
  GroupsAddMembersResponses,
  GroupsApproveRequestsData,
  GroupsApproveRequestsResponses,
  GroupsChangeData,
  GroupsChangeResponses,
  GroupsCreateData,
  GroupsCreateResponses,
  GroupsDemoteMembersData,
  GroupsDemoteMembersResponses,
  GroupsGetResponses,
  GroupsInviteResponses,
  GroupsJoinData,
  GroupsJoinResponses,
  GroupsLeaveResponses,
  GroupsListData,
  GroupsListResponses,
  GroupsPreviewData,
  GroupsPreviewResponses,
  GroupsPromoteMembersData,
  GroupsPromoteMembersResponses,
  GroupsRejectRequestsData,
  GroupsRejectRequestsResponses,
  GroupsRemoveMembersData,
  GroupsRemoveMembersResponses,
  GroupsRequestsResponses,
  GroupsRevokeInviteResponses,
} from "../types.ts";

/** The calls of `groups`. */
export class Groups extends Resource {
  /** List the groups that the number is in. Any API key. */
  list(instanceId: string, query?: Query<GroupsListData>, options?: CallOptions): List<Item<GroupsListResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/instances/{id}/groups",
      ids: [instanceId],
      query,
      answer: "links",
      options,
    });
  }

  /** Create a group. A full key. Not available after the trial. */
  create(
    instanceId: string,
    body: Body<GroupsCreateData>,
    options?: KeyedOptions,
  ): Answer<Data<GroupsCreateResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups",
      ids: [instanceId],
      body,
      keyed: true,
      answer: "record",
      options,
    });
  }

  /** Get a group and its members. Any API key. */
  get(instanceId: string, groupId: string, options?: CallOptions): Answer<Data<GroupsGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/groups/{group}",
      ids: [instanceId, groupId],
      answer: "record",
      options,
    });
  }

  /** Change a group's subject, description, picture or settings. A full key. */
  change(
    instanceId: string,
    groupId: string,
    body: Body<GroupsChangeData>,
    options?: CallOptions,
  ): Answer<Data<GroupsChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/groups/{group}",
      ids: [instanceId, groupId],
      body,
      answer: "record",
      options,
    });
  }

  /** Add people to a group. A full key. Not available after the trial. */
  addMembers(
    instanceId: string,
    groupId: string,
    body: Body<GroupsAddMembersData>,
    options?: CallOptions,
  ): Answer<Data<GroupsAddMembersResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }

  /** Remove people from a group. A full key. */
  removeMembers(
    instanceId: string,
    groupId: string,
    body: Body<GroupsRemoveMembersData>,
    options?: CallOptions,
  ): Answer<Data<GroupsRemoveMembersResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants/remove",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }

  /** Make group members admins. A full key. */
  promoteMembers(
    instanceId: string,
    groupId: string,
    body: Body<GroupsPromoteMembersData>,
    options?: CallOptions,
  ): Answer<Data<GroupsPromoteMembersResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants/promote",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }

  /** Remove the admin role from group admins. A full key. */
  demoteMembers(
    instanceId: string,
    groupId: string,
    body: Body<GroupsDemoteMembersData>,
    options?: CallOptions,
  ): Answer<Data<GroupsDemoteMembersResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/participants/demote",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }

  /** Get a group's invite. Any API key. */
  invite(instanceId: string, groupId: string, options?: CallOptions): Answer<Data<GroupsInviteResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/groups/{group}/invite",
      ids: [instanceId, groupId],
      answer: "object",
      options,
    });
  }

  /** Revoke a group's invite and create a new one. A full key. */
  revokeInvite(instanceId: string, groupId: string, options?: CallOptions): Answer<Data<GroupsRevokeInviteResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/invite/revoke",
      ids: [instanceId, groupId],
      answer: "object",
      options,
    });
  }

  /** Preview a group before joining it with an invite. Any API key. */
  preview(
    instanceId: string,
    query?: Query<GroupsPreviewData>,
    options?: CallOptions,
  ): Answer<Data<GroupsPreviewResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/groups/preview",
      ids: [instanceId],
      query,
      answer: "record",
      options,
    });
  }

  /** Join a group with an invite. A full key. Not available after the trial. */
  join(instanceId: string, body: Body<GroupsJoinData>, options?: CallOptions): Answer<Data<GroupsJoinResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/join",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }

  /** Leave a group. A full key. */
  leave(instanceId: string, groupId: string, options?: CallOptions): Answer<Data<GroupsLeaveResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/leave",
      ids: [instanceId, groupId],
      answer: "none",
      options,
    });
  }

  /** List the requests to join a group. Any API key. */
  requests(instanceId: string, groupId: string, options?: CallOptions): Answer<Data<GroupsRequestsResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/groups/{group}/requests",
      ids: [instanceId, groupId],
      answer: "array",
      options,
    });
  }

  /** Approve requests to join a group. A full key. */
  approveRequests(
    instanceId: string,
    groupId: string,
    body: Body<GroupsApproveRequestsData>,
    options?: CallOptions,
  ): Answer<Data<GroupsApproveRequestsResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/requests/approve",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }

  /** Reject requests to join a group. A full key. */
  rejectRequests(
    instanceId: string,
    groupId: string,
    body: Body<GroupsRejectRequestsData>,
    options?: CallOptions,
  ): Answer<Data<GroupsRejectRequestsResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/groups/{group}/requests/reject",
      ids: [instanceId, groupId],
      body,
      answer: "array",
      options,
    });
  }
}
