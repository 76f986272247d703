/** Words for a team's notes in a chat, which are never sent. */
export const words = {
  note: "Note",
  write: "Add note",
  writeTitle: "Add a note",
  changeTitle: "Edit note",
  field: "Note",
  fieldHint: "Only your team sees it. It is never sent.",
  byKey: "by API",
  byColleague: "someone on your team",
  changed: "edited",
  change: "Edit",
  delete: "Delete",
  deleteTitle: "Delete this note?",
  deleteText: "It will be deleted for the whole team.",
  deleted: "Note deleted.",
  onlyAuthor: "Only the person who wrote it can edit it.",
  onlyAuthorOrAdmin: "Only the person who wrote it or an admin can delete it.",
};
