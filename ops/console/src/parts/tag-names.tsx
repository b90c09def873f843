/** A tag by both its names: the one that people say, and the one of the catalogue. */
export const tagText = (displayName: string, name: string) =>
  displayName && displayName !== name ? `${displayName} (${name})` : name
