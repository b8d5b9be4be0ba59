# Foretype in a container: built in one stage, run in another without tools, as a user who owns nothing but /data.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Scripts of packages only fetch binaries for tests and other machines.
RUN npm ci --ignore-scripts
COPY . .
# The image brings Node: the one among the packages is for machines that have an older one.
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/node-linux-*

FROM node:26-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FORETYPE_DATA=/data
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN install -d -o node -g node -m 700 /data && ln -s /app/bin/foretype.js /usr/local/bin/foretype
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Alive, not ready: a container that is still loading its indexes, or whose database is away, is not to be replaced.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Any command: docker run … foretype store list, or docker exec … foretype doctor. The entry point of Node's image runs it.
CMD ["foretype", "serve"]
