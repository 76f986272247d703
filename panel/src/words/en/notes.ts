/** Words for a team's notes in a chat, which are never sent. */
export const words = {
  note: "Note",
  write: "Add note",
  writeTitle: "Add a note",
  changeTitle: "Edit note",
  field: "Note",
  fieldHint: "Only your team sees this note. It is never sent.",
  byKey: "by API",
  byColleague: "someone on your team",
  changed: "edited",
  change: "Edit",
  delete: "Delete",
  deleteTitle: "Delete this note?",
  deleteText: "The note will be deleted for the whole team.",
  deleted: "Note deleted.",
  onlyAuthor: "Only the person who wrote this note can edit it.",
  onlyAuthorOrAdmin: "Only an admin or the person who wrote this note can delete it.",
};
