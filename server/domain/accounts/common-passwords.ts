/** Common passwords that pass the rules of §5.10: an attacker who guesses tries these first. */
const common: ReadonlySet<string> = new Set(
  `password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword1 pass1234 pass12345 qwerty12 qwerty123 qwerty1234
  qwertyuiop1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 q1w2e3r4t5 zaq12wsx asdf1234 asdfgh123 asdfghjkl1 zxcvbnm1 zxcvbnm123 abc12345
  abcd1234 abcde123 abcdef12 abc123456 a1b2c3d4 a1234567 a12345678 a123456789 aa123456 aa12345678 abcdefg1 123456ab 12345678a
  123456789a 123qweasd 123abc456 12345qwert 1234qwer qwer1234 admin123 admin1234 administrator1 root1234 user1234 test1234 test12345
  guest123 guest1234 login123 welcome1 welcome123 letmein1 letmein123 changeme1 default1 secret12 secret123 iloveyou1 iloveyou2
  iloveyou123 sunshine1 princess1 football1 baseball1 superman1 batman123 pokemon1 dragon123 monkey123 master123 shadow123 michael1
  jordan23 charlie1 computer1 internet1 samsung1 google123 facebook1 instagram1 whatsapp1 trustno1 liverpool1 chelsea1 arsenal1
  barcelona1 juventus1 manchester1 sayang123 sayangku1 sayang12 cintaku1 cinta123 akucintakamu1 bismillah1 bismillah123 allahuakbar1
  alhamdulillah1 indonesia1 indonesia123 indonesia45 merdeka1 merdeka45 merdeka17 jakarta1 jakarta123 bandung1 bandung123 surabaya1
  rahasia1 rahasia123 rahasia12 katasandi1 katasandi123 sandi1234 anjing123 kucing123 doraemon1 naruto123 persib1933 persija1 garuda123
  bintang123 anakku123 mamaku123 bapakku1 ganteng123 cantik123 ganteng1 cantik12 roetix123 tiket123`.split(
    /\s+/,
  ),
);

/** True for a common password, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
