/** Words for a number's profile. */
export const words = {
  title: "Profile",
  intro: "What people see about this number in WhatsApp.",
  name: "Name",
  about: "About",
  aboutHint: "One line, such as your opening hours.",
  picture: "Picture",
  pictureHint: "A JPEG or PNG, at least 192 × 192 pixels, at most 4 MB.",
  choosePicture: "Choose a picture",
  noPicture: "No picture",
  pictureOf: "Picture of {name}",
  pictureTooLarge: "This picture is over 4 MB. Choose a smaller one.",
  saved: "Profile saved.",
  notConnected: "Connect the number to view and change its profile.",
} as const;
