import { strToU8, zipSync } from 'fflate';

const xml = '<?xml version="1.0"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as spreadsheets write it, from the XML of its rows. */
export function packedWorkbook(
  sheets: { name: string; state?: string; before?: string; xml: string; after?: string }[],
  further: Record<string, Uint8Array> = {},
) {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${state ? `state="${state}" ` : ''}r:id="r${index}"/>`,
  );
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zipSync({
    'xl/workbook.xml': strToU8(
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}<Relationship Id="s" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="t" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${xml}<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(
          `${xml}<worksheet xmlns="${main}">${sheet.before ?? ''}<sheetData>${sheet.xml}</sheetData>${sheet.after ?? ''}</worksheet>`,
        ),
      ]),
    ),
    ...further,
  });
}
