import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mostBudgets, type CollectingBudgetQuestion } from '#contract/collecting-budgets.ts';
import { notFound } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import { serveExtension, viewing, type Extension } from '#service/http/extension.ts';
import {
  budgetFrom,
  collectingLimitsOf,
  readCollectingRule,
  type CollectingBudgets,
} from '#service/resources/collecting/judge.ts';

const name = z.string().trim().min(1).max(50);

const Question = z.strictObject({
  Contracts: z
    .array(
      z.strictObject({
        ContractSequence: z.int().positive().optional().describe('The contract.'),
        ClientNumber: name.optional().describe('With its contract number: the same.'),
        ContractNumber: name.optional().describe('With its client number: the same.'),
      }),
    )
    .max(mostBudgets)
    .describe('The contracts.'),
}) satisfies z.ZodType<CollectingBudgetQuestion>;

interface Parts extends Extension {
  isSandbox: boolean;
  products: readonly string[];
  budgets: CollectingBudgets;
}

/** What a person who collects again needs to know before; not part of the interface. It changes nothing. */
export function serveCollectingBudgets(app: FastifyInstance, parts: Parts): void {
  const { products, isSandbox, budgets } = parts;
  const shape = {
    summary: 'Retrieve how often the missed debits of contracts may be collected again',
    body: Question,
    bytes: 64 * 1024,
    mostItems: mostBudgets,
  };
  serveExtension(
    app,
    parts,
    'collectingBudgetList',
    shape,
    async ({ body: { Contracts }, request, reply, ...entered }) => {
      const { merchant, names } = entered;
      const { product = '' } = names;
      if (!products.includes(product)) throw notFound();
      const within = <T>(work: (query: Query) => Promise<T>) =>
        viewing(parts, request, reply, ({ query }) => work(query), { isSandbox });
      const rule = await within((query) => readCollectingRule(query, merchant));
      const found = await budgets.of(within, { merchant, product }, Contracts);
      return { Limits: collectingLimitsOf(rule), Budgets: found.map((debits) => debits && budgetFrom(rule, debits)) };
    },
  );
}
