import type { Config } from '#console/api/config.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { reportOf, type ReportName } from '#console/domain/collections/report-list.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { sliceSpecs } from '#report-engine/slices.ts';
import type { PackSpec } from './spec.ts';

/** A report that the worker reads, without the columns that pages join. */
export function partOf(name: ReportName, tenant: Tenant, config: Config, range: Days): PackSpec['transactions'] {
  const { operation, columns, joined, kind, product, isWhole, sum, day, names, types } = reportOf(name);
  const fields = product === 'query' ? { Product: tenant.product } : {};
  return {
    columns: columns.filter((it) => !joined.includes(it.fieldName) || it.fieldName in operation.output.shape),
    key: operation.response ?? '',
    slices: sliceSpecs({ operation, tenant, config, kind, range, fields, isWhole }),
    sum,
    day,
    names,
    types,
  };
}
