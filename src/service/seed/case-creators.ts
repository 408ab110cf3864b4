/** A client of merchant 1001 who opened a case. */
interface Creator {
  creator_name: string;
  creator_surname: string;
  creator_idno: string;
  creator_cellphone: string;
  creator_email: string | null;
}

/** By client number. */
export const creators: Record<string, Creator> = Object.fromEntries(
  [
    'C00012 | Hlayiseka | Mathebula | 6907267320083 | 0715550893 | hlayiseka.mathebula12@example.com',
    'C00031 | Stefan | van der Merwe | 7510188347083 | 0845550316 | stefan.vandermerwe31@example.org',
    'C00044 | Keenan | Samsodien | 7204265441080 | 0835558453 | keenan.samsodien44@example.com',
    'C00058 | Akani | Maluleke | 6004216874087 | 0715559247 | akani.maluleke58@example.org',
    'C00073 | Tiyani | Bila | 8105255605080 | 0735556111 | tiyani.bila73@example.com',
    'C00087 | Nosipho | Mbeki | 6812253519088 | 0725550687 | nosipho.mbeki87@example.com',
    'C00102 | Catherine | Whitfield | 5901253070084 | 0605557453 | catherine.whitfield102@example.org',
    'C00119 | Mamello | Lebona | 7706182086087 | 0845557495 | mamello.lebona119@example.org',
    'C00133 | Riana | Coetzee | 9104032821085 | 0725556666 | riana.coetzee133@example.org',
    'C00150 | Gundo | Rambau | 6904297124080 | 0795553731 | gundo.rambau150@example.com',
    'C00166 | Khutso | Rapetswa | 8901284256089 | 0835550951 |',
    'C00181 | Nicole | Lambert | 6004182815080 | 0735556323 | nicole.lambert181@example.com',
    'C00204 | Bontle | Molefe | 8610282593084 | 0725551023 |',
    'C00233 | Nkhensani | Baloyi | 0212203039087 | 0765554166 | nkhensani.baloyi233@example.org',
    'C00260 | Khathutshelo | Rambau | 6512041346089 | 0795550574 | khathutshelo.rambau260@example.com',
    'C00299 | Kelebogile | Kgosana | 6603281325089 | 0835556684 | kelebogile.kgosana299@example.org',
    'C00312 | Hennie | du Plessis | 8105139096084 | 0735554691 | hennie.duplessis312@example.org',
    'C00347 | Thuso | Tsheole | 7106278813082 | 0825555361 | thuso.tsheole347@example.org',
    'C00401 | Hlengiwe | Hadebe | 7601192397089 | 0845556730 | hlengiwe.hadebe401@example.com',
    'C00455 | Phumlani | Sonti | 0206275477084 | 0725550507 | phumlani.sonti455@example.org',
    'C00640 | Zola | Qwabe | 7506258977080 | 0725557579 | zola.qwabe640@example.org',
    'C00777 | Igsaan | Abrahams | 0403237653080 | 0835555062 | igsaan.abrahams777@example.org',
    'C00903 | Refiloe | Sehlabaka | 5706274175089 | 0715551216 | refiloe.sehlabaka903@example.com',
    'C50017 | Nthabiseng | Phakisi | 6206242783089 | 0735551822 | nthabiseng.phakisi17@example.org',
    'C50042 | Riana | Fourie | 9406034728089 | 0835558403 | riana.fourie42@example.org',
    'C50088 | Yashika | Ramdass | 6306121925080 | 0835554591 | yashika.ramdass88@example.com',
    'C50130 | Omphile | Motsepe | 6006183231084 | 0845556566 | omphile.motsepe130@example.org',
    'C50215 | Mokgadi | Molepo | 7805020744087 | 0735553726 | mokgadi.molepo215@example.org',
    'C50333 | Deepika | Maharaj | A91735858 | 0715554829 | deepika.maharaj333@example.com',
    'C50480 | Zukiswa | Mfeketo | 7702164217089 | 0765550465 | zukiswa.mfeketo480@example.org',
    'C50900 | Letlhogonolo | Gaborone | 7806227115089 | 0725551422 | letlhogonolo.gaborone900@example.com',
  ].map((line) => {
    const [
      client = '',
      creator_name = '',
      creator_surname = '',
      creator_idno = '',
      creator_cellphone = '',
      email = '',
    ] = line.split('|').map((fieldName) => fieldName.trim());
    return [client, { creator_name, creator_surname, creator_idno, creator_cellphone, creator_email: email || null }];
  }),
);
