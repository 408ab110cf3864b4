import { roleNames } from '#contract/permissions.ts';

/** Who guesses at this sign-in begins with these: what the product, its people and their country are called. */
export const knownWords: readonly string[] = [
  ...roleNames,
  ...'collections console collector debit order debitorder payout payouts mandate mandates merchant merchants instalment'.split(
    ' ',
  ),
  ...'payments finance staff admin sandbox only password welcome secret letmein changeme default login'.split(' '),
  ...'spring summer autumn winter january february march april june july august september october november'.split(' '),
  ...'december monday tuesday wednesday thursday friday saturday sunday'.split(' '),
  ...'johannesburg joburg jozi pretoria tshwane capetown kaapstad durban ethekwini portelizabeth gqeberha'.split(' '),
  ...'bloemfontein mangaung eastlondon pietermaritzburg polokwane nelspruit mbombela kimberley rustenburg'.split(' '),
  ...'soweto sandton centurion midrand randburg roodepoort stellenbosch gauteng limpopo mpumalanga'.split(' '),
  ...'southafrica suidafrika mzansi azania springboks bafanabafana kaizerchiefs orlandopirates mandela madiba'.split(
    ' ',
  ),
  // Passphrases that everybody knows.
  ...'correcthorsebatterystaple thequickbrownfoxjumpsoverthelazydog nevergonnagiveyouup maytheforcebewithyou'.split(
    ' ',
  ),
  ...'tobeornottobe loremipsumdolorsitamet nkosisikeleliafrika opensesame allyourbasearebelongtous'.split(' '),
  ...'winteriscoming hakunamatata abracadabra twinkletwinklelittlestar maryhadalittlelamb iloveyou'.split(' '),
];
