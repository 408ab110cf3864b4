import { merchantsWith } from '#contract/permissions.ts';
import { HttpError, notFound } from '#service/base/errors.ts';
import { withValues } from '#service/database/rows.ts';
import { raw, type RawHandler } from '#service/http/call.ts';

/**
 * The case that the query names, if the caller may act for its merchant: it holds the ID number and the telephone number of one
 * of the merchant's clients. The interface has no field for the case number in the answer, so `case_id` carries it.
 * @throws HttpError 400 without a field, 404 if the caller has no such case or the two fields name different ones.
 */
const caseView: RawHandler<'caseView'> = async (call, query) => {
  const { case_number = null, external_ref = null } = query;
  const merchants = merchantsWith(call.caller, 'cases:read');
  if (case_number === null && external_ref === null)
    throw new HttpError(400, [{ Code: 'IDENTIFICATION_REQUIRED', Message: 'Give case_number or external_ref.' }]);
  const [found] = await call.query<Awaited<ReturnType<typeof caseView>>>(
    `select case_number as case_id, company, external_ref, subject, category, description, creator_idno, creator_name,
        creator_surname, creator_cellphone, creator_email, jsonb_strip_nulls(attachment) as attachment, status
      from case_record
      where organisation = $1 and ($4 or merchant = any($5))
        and ($2::text is null or case_number = $2) and ($3::text is null or external_ref = $3)`,
    [call.organisation, case_number, external_ref, merchants.includes('*'), merchants],
  );
  if (!found) throw notFound();
  const { open } = call.numbers;
  return withValues({ ...found, creator_idno: found.creator_idno && open(found.creator_idno) });
};

export const caseHandlers = { caseView: raw(caseView) };
