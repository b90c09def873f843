import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'

const { path: openssl, env } = await findProgram({ programs: ['openssl'], packages: ['openssl'] })

/** A folder for certificates, until `close`. */
export function certificateFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-certificates-'))
  const file = (name: string) => join(folder, name)
  const issue = (name: string, ...args: string[]) => {
    const keyPair = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ')
    const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    execFileSync(openssl, ['req', '-x509', '-days', '2', ...keyPair, ...files, ...args], {
      env,
      stdio: 'ignore',
    })
    return { cert: file(`${name}.pem`), key: file(`${name}.key`) }
  }
  return {
    /** A certificate authority's own certificate. */
    authority: (name: string) => issue(name, '-subj', `/CN=${name}`),
    /** A certificate that the authority has issued, for a host name or a client's. */
    issued: (name: string, by: { cert: string; key: string }) =>
      issue(
        name,
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=DNS:${name}`,
        '-CA',
        by.cert,
        '-CAkey',
        by.key,
      ),
    close: () => rmSync(folder, { recursive: true }),
  }
}
