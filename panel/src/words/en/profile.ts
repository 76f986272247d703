/** Words of the profile pages. */
export const words = {
  title: "Profile",
} as const;
