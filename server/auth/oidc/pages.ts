import cookieParser from 'cookie-parser'
import express, { type Request, type Response, type Router } from 'express'
import { findAccount } from '../../../entities/accounts/login-address.ts'
import { withDeadline } from '../../../entities/connection/deadline.ts'
import { beginSession, sessionInUse } from '../../../routers/accounts/auth.ts'
import { checkPage } from '../../../routers/gate/csrf.ts'
import { addressKey } from '../../../routers/gate/throttling/address.ts'
import { addressKeyOf, type Counter, count } from '../../../routers/gate/throttling/counting.ts'
import { attemptOrFull } from '../../../routers/gate/throttling/login-attempts.ts'
import type { RequestContext, Services, Surface } from '../../../routers/ports/context.ts'
import { hintName } from '../../../routers/ports/cookies.ts'
import { csrfFailed, SignInFailed, WireError } from '../../../routers/ports/refusals.ts'
import { type Flow, flowSeconds, type ProviderPages } from '../../../routers/ports/sessions.ts'
import { sessionSeconds } from '../../../src/accounts/limits.ts'
import { answerError } from '../../http/answer.ts'
import { requestContext } from '../../http/context.ts'
import { namesOf } from '../../tracing/requests.ts'

const callbackPath = '/auth/oidc/callback'

/**
 * So many characters of cookies may tabs that are signing in have together: nginx refuses a header of more than 8 KiB,
 * Node all headers of more than 16 KiB, and tokens need their share. Beyond them, all but the last tab begin again.
 */
const mostOfFlows = 4000

/** The pages of a sign-in at the identity provider (D60): its start, the way back from it, and its end. */
export function signInPages(services: Services, surface: Surface): Router {
  const router = express.Router()
  const pages = services.sessions.provider
  if (!pages) return router
  const contextOf = requestContext(services, surface)
  const page = (path: string, visit: (visit: Visit) => Promise<URL>) =>
    router.get(path, cookieParser(), async (req: Request, res: Response, next) => {
      // A program that only looks must not use up a code.
      if (req.method !== 'GET') return next()
      res.setHeader('Cache-Control', 'no-store')
      const ctx = await contextOf(req, res)
      try {
        // Before anything is counted: an image, a frame or a script of any page may ask for this address.
        if ((req.headers['sec-fetch-dest'] ?? 'document') !== 'document')
          throw csrfFailed('This address is only for a page that a browser opens.')
        const location = await withDeadline(() => visit(visitOf(req, ctx, pages)))
        res.writeHead(303, { Location: location.href }).end()
      } catch (error) {
        answerError(req, res, error)
      }
    })
  page('/auth/oidc/start', start)
  page(callbackPath, comeBack)
  page('/auth/oidc/end', end)
  return router
}

/** One request to a page: what came with it, and the cookies that answer it. */
function visitOf(req: Request, ctx: RequestContext, pages: ProviderPages) {
  const cookies: Record<string, unknown> = req.cookies
  const states = Object.keys(cookies).flatMap((name) => /[\w-]{16}$/.exec(name) ?? [])
  return {
    ctx,
    pages,
    url: new URL(req.originalUrl, ctx.origin),
    kept: (name: string) => (typeof cookies[name] === 'string' ? cookies[name] : undefined),
    /** By which the cookies of flows are named. */
    states: states.filter((state) => Object.hasOwn(cookies, ctx.services.cookies.flowName(state))),
    set: (...values: string[]) => void ctx.response.appendHeader('Set-Cookie', values),
  }
}

type Visit = ReturnType<typeof visitOf>

/** A path of this origin; `/` instead of any other address. */
function ownPath(path: string | null, origin: string): string {
  const url = path?.startsWith('/') ? URL.parse(path, origin) : null
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

async function start({ ctx, url, pages, kept, states, set }: Visit): Promise<URL> {
  const { cookies } = ctx.services
  const returnTo = ownPath(url.searchParams.get('return_to'), ctx.origin)
  try {
    await count({ ctx }, ['anon', addressKeyOf(ctx)])
    const session = sessionInUse(ctx)
    const isConfirming = url.searchParams.has('confirm')
    const begun = await pages.begin({ returnTo, isConfirming, session }, ctx.origin + callbackPath)
    const others = states.map((state) => cookies.flowName(state) + kept(cookies.flowName(state)))
    if ([...others, begun.kept].join().length > mostOfFlows)
      set(...states.map((state) => cookies.flow(state, '', 0)))
    set(cookies.flow(begun.state, begun.kept, flowSeconds))
    return begun.page
  } catch (error) {
    return failed(ctx, returnTo, error)
  }
}

async function comeBack({ ctx, url, pages, kept, set }: Visit): Promise<URL> {
  const { cookies } = ctx.services
  const state = url.searchParams.get('state') ?? ''
  const flow = pages.read(state, kept(cookies.flowName(state)))
  const returnTo = flow?.returnTo ?? '/'
  try {
    // Any page can send a browser here without a flow, so that is no login, and must lock nobody out.
    if (!flow) {
      await count({ ctx }, ['anon', addressKeyOf(ctx)])
      return leadBack(ctx, returnTo, 'expired')
    }
    await counted(ctx, async (isFull) => {
      set(cookies.flow(state, '', 0))
      // The request's own target may name another host, or this path in another way.
      const callback = new URL(callbackPath + url.search, ctx.origin)
      const hint = await signIn({ ctx, pages }, { callback, state, flow }, isFull)
      set(cookies.hint(hint, sessionSeconds))
    })
    return new URL(returnTo, ctx.origin)
  } catch (error) {
    return failed(ctx, returnTo, error)
  }
}

/**
 * Counts as a login does (D24): each on the public port. On the ops port, refusals of a person count; at the limit of the
 * address, `work` gets why it may only admit users whose accounts know the address.
 */
async function counted(ctx: RequestContext, work: (isFull?: unknown) => Promise<void>) {
  const counter: Counter = ['login', addressKeyOf(ctx)]
  if (ctx.surface !== 'operator') {
    await count({ ctx }, counter)
    return work()
  }
  const { isFull, ...attempted } = await attemptOrFull(ctx, counter)
  try {
    await work(isFull)
    await attempted.giveBack()
  } catch (error) {
    const isOfPerson = error instanceof SignInFailed && ['refused', 'unknown'].includes(error.reason)
    if (!isOfPerson) await attempted.giveBack()
    else if (isFull) throw isFull
    else attempted.record()
    throw error
  }
}

type Back = { callback: URL; state: string; flow: Flow }

async function signIn({ ctx, pages }: Pick<Visit, 'ctx' | 'pages'>, back: Back, isFull: unknown) {
  const { services, ip } = ctx
  const { session, isConfirming } = back.flow
  const now = services.clock()
  const em = services.orm.em.fork()
  const opened = await pages.finish(em, back, now)
  if (isFull && !(await findAccount(em, opened.user.email, { address: addressKey(ip), now }))?.is_known) {
    await services.sessions.end(opened.claims.sessionId)
    throw isFull
  }
  // Another tab may have signed in meanwhile.
  const current = sessionInUse(ctx)
  const before = current?.sessionId === session?.sessionId ? [session] : [session, current]
  await beginSession({ ...ctx, now }, opened, before)
  if (isConfirming) {
    await services.sessionRecords.confirm(opened.claims.sessionId, now)
    services.securityLog.record('reauthentication', ctx, { user: opened.user.id })
  }
  return opened.hint
}

/** The page that the user came from, with why nothing came of it. */
function failed(ctx: RequestContext, returnTo: string, error: unknown): URL {
  const { log, securityLog } = ctx.services
  if (error instanceof SignInFailed) {
    securityLog.record('failed_login', ctx, { user: null, seconds: 1 })
    return leadBack(ctx, returnTo, error.reason)
  }
  const isThrottled = error instanceof WireError && error.code === 'THROTTLED'
  if (isThrottled) securityLog.record('throttled', ctx, { target: 'auth.oidc' })
  else if (!(error instanceof WireError)) log.error({ err: error, ...namesOf(ctx) }, 'unexpected error')
  return leadBack(ctx, returnTo, isThrottled ? 'throttled' : 'unavailable')
}

function leadBack(ctx: RequestContext, returnTo: string, reason: string): URL {
  const page = new URL(returnTo, ctx.origin)
  page.searchParams.set('sign_in', reason)
  return page
}

/** Ends the provider's own session, so that the next user of the browser has to sign in. */
async function end({ ctx, pages, kept, set }: Visit): Promise<URL> {
  checkPage(ctx)
  const hint = kept(hintName)
  const home = new URL('/', ctx.origin)
  if (hint === undefined) return home
  set(ctx.services.cookies.hint('', 0))
  return (await pages.signOutPage(home.href, hint).catch(() => undefined)) ?? home
}
