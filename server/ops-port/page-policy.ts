const self = ["'self'"]
const none = ["'none'"]

/** Pages load only what the ops port serves. */
export const pagePolicy = (exceptions: Record<string, string[]> = {}) => ({
  useDefaults: false,
  directives: {
    ...{ defaultSrc: none, scriptSrc: self, styleSrc: self, imgSrc: ["'self'", 'data:'], connectSrc: self },
    ...{ objectSrc: none, baseUri: none, formAction: none, frameAncestors: none, ...exceptions },
  },
})
