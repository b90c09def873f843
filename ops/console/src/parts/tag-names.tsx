/** A tag by both its names: the display name, and the name in the catalogue. */
export const tagText = (displayName: string, name: string) =>
  displayName && displayName !== name ? `${displayName} (${name})` : name
