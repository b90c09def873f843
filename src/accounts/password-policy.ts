const shortest = 12

/** Only this many characters are checked for strength, because the time grows faster than the length. */
const longestEstimate = 32

/** How long a temporary password is valid (D46). */
export const temporaryPasswordHours = 72

/** When a temporary password that is set now expires. */
export const temporaryPasswordExpiry = (now: Date) =>
  new Date(now.getTime() + temporaryPasswordHours * 3_600_000)

const productNames = ['workforcecoverage', 'workforcecoverageservice']

/** Why a new password is refused (D23), in the framework's native wording; empty if it is accepted. */
export async function passwordProblems(password: string, { email }: { email: string }): Promise<string[]> {
  const bare = withoutPunctuation(password)
  const [localPart = ''] = email.split('@')
  const isLikeEmail = bare !== '' && [email, localPart].map(withoutPunctuation).includes(bare)
  const problems: [boolean, string][] = [
    [
      [...password].length < shortest,
      `This password is too short. It must contain at least ${shortest} characters.`,
    ],
    [await isCommon(password), 'This password is too common.'],
    [isLikeEmail, 'The password is too similar to the email.'],
    [productNames.includes(bare), 'The password is too similar to the product’s name.'],
  ]
  return problems.flatMap(([isProblem, message]) => (isProblem ? message : []))
}

const withoutPunctuation = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Few common passwords have twelve characters, so slight variations of them count as common too. */
const fewestGuesses = 1_000_000

async function isCommon(password: string): Promise<boolean> {
  estimate ??= loadEstimate()
  const guesses = await estimate
  return guesses(password) < fewestGuesses
}

let estimate: ReturnType<typeof loadEstimate> | undefined

// Loaded when first needed: the list takes 25 MB of memory, and most processes never set a password.
async function loadEstimate() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const passwords = dictionary['passwords-common']
  const options = { dictionary: { passwords }, graphs: adjacencyGraphs, maxLength: longestEstimate }
  const zxcvbn = new ZxcvbnFactory(options)
  return (password: string) => zxcvbn.check(password).guesses
}
