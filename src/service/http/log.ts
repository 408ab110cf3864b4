import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/*
 * What is logged: one line of JSON for each call of the interface, and one for each bug. Never an address, a header, a
 * body or a row: they hold client numbers, names and tokens.
 */

interface Loggable {
  type: string;
  message: string;
  stack: string;
  [name: string]: unknown;
}

const loggedFields = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall'];

/**
 * What may be told of an error: its kind, its code, the names of the table and constraint that it broke, and where it
 * came from. Its message may quote what somebody sent (JSON, SQL) and stays out, except that of a slip of our own.
 */
function loggable(error: Error): Loggable {
  const given = error as Error & Record<string, unknown>;
  const isSlip = (error instanceof TypeError || error instanceof ReferenceError) && given['code'] === undefined;
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: isSlip ? error.message : '',
    stack: frames.join('\n'),
    ...Object.fromEntries(
      loggedFields.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]),
    ),
    ...(Array.isArray(given['issues']) ? { issues: given['issues'].map(placeOf) } : {}),
    ...(error.cause instanceof Error ? { cause: loggable(error.cause) } : {}),
  };
}

/** Of what zod found in an answer: the kind and the place, whose fields are the contract's. */
const placeOf = ({ code, path }: { code?: unknown; path?: unknown[] }) => `${String(code)} at ${path?.join('.')}`;

/** The logger of the server, for its `logger` option. */
export const logging = (level: string): FastifyServerOptions['logger'] =>
  level !== 'silent' && {
    level,
    serializers: {
      err: loggable,
      // Fastify's own would tell the address.
      req: () => ({}),
    },
    hooks: {
      /** Without words of its own a line would borrow the error's message. */
      logMethod(words, method) {
        const [first] = words as unknown[];
        if (words.length === 1 && first instanceof Error) return method.apply(this, [{ err: first }, 'error']);
        if (words.length === 1 && typeof first === 'object') return method.apply(this, [first, '']);
        return method.apply(this, words);
      },
    },
  };

/**
 * Logs each call of the interface when its answer is out or cut, at level info: which operation, whose merchant number,
 * what status, how long, how many items.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      if (!request.operationName) return;
      const { outcome } = request;
      request.log.info(
        {
          operation: request.operationName,
          status: reply.raw.statusCode,
          ...(request.entry ? { callSequence: request.entry.sequence } : {}),
          ...(request.entry?.merchant ? { merchant: request.entry.merchant } : {}),
          milliseconds: Math.round((performance.now() - began) * 10) / 10,
          ...(outcome ? { items: outcome.successful + outcome.failed, failed: outcome.failed } : {}),
          ...(outcome?.isDryRun ? { dryRun: true } : {}),
          ...(reply.raw.writableFinished ? {} : { cut: true }),
        },
        'call',
      );
    });
  });
}
