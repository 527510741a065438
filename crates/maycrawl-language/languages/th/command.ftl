# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = เข้าถึงไม่ได้
change-to-allow = หากต้องการอนุญาต: { $change }
change-to-allow-site = หากต้องการอนุญาตทั้งไซต์: { $change }
change-to-disallow = หากไม่ต้องการอนุญาต: { $change }
change-or-allow = หรือหากต้องการอนุญาตทั้งหมดใน { $place }: { $change }
change-or-disallow = หรือหากไม่ต้องการอนุญาตทั้งหมดใน { $place }: { $change }
change-place-this-crawler = { $path } สำหรับโปรแกรมรวบรวมข้อมูลนี้เท่านั้น
change-place-all-crawlers = { $path } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด
change-place-all-crawlers-but = { $path } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมดยกเว้น { $names }
change-except = { $change } (กฎอื่นยังคงเป็นตัวตัดสินสำหรับ { $path })
change-unproved = { $change } (ไม่ได้พิสูจน์สำหรับทุก URL ในนั้น)
requested-as = ขอเป็น { $url }
readers-line = { $readers }: บรรทัด { $line }: { $text }
one-follows = { $name } ทำตามกลุ่มของ `{ $group }`
crawlers-count = โปรแกรมรวบรวมข้อมูล { $count } ตัว
others-follow-star = อีก { $count } ตัวทำตาม `*`
all-follow-star = ทั้ง { $count } ตัวทำตาม `*`
crawlers-follow = โปรแกรมรวบรวมข้อมูล { $count } ตัวทำตามกลุ่มของ `{ $group }`
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json แสดงชื่อโปรแกรมรวบรวมข้อมูลทุกตัว

readers-found = ต่างกัน { $count } รายการใน { $readers } โปรแกรม; --format json มีทั้งหมด
readers-found-unusual = ในจำนวนนี้ { $count } รายการเกี่ยวกับเส้นทางที่ไม่ปกติเท่านั้น (เช่น ตัวอักษรที่เข้ารหัสโดยไม่จำเป็น เครื่องหมายทับซ้อน หรือ /robots.txt เอง)
readers-agree = { $readers } โปรแกรมให้คำตอบเดียวกันสำหรับทุกเส้นทาง
readers-undecided = ยังเปรียบเทียบ { $count } โปรแกรมไม่ครบทุกเส้นทาง เพราะใช้งบประมาณขั้นตอนหมดแล้ว
readers-names = โปรแกรมรวบรวมข้อมูล { $count } ตัวไม่ได้รับการเปรียบเทียบ เพราะไฟล์มีชื่อหรือกฎมากเกินไป
readers-no-rule = { $readers }: ไม่มีกฎ
readers-why = { $readers } กับ { $other }: { $axis }
readers-not-explained = หลายสาเหตุร่วมกัน
axis-bytes = อ่านไบต์ของไฟล์ต่างกัน
axis-line-ends = ใช้อักขระจบบรรทัดต่างกัน
axis-fields = รู้จักชื่อฟิลด์ต่างกัน
axis-a-blank-line = บรรทัดว่างมีความหมายต่างกัน
axis-what-ends-a-run-of-user-agent-lines = บรรทัดที่จบชุดบรรทัด user-agent ต่างกัน
axis-a-rule-before-the-first-user-agent-line = อ่านกฎก่อนบรรทัด user-agent แรกต่างกัน
axis-a-group-without-rules = กลุ่มที่ไม่มีกฎมีความหมายต่างกัน
axis-a-name-in-the-file = อ่านส่วนของชื่อในไฟล์ต่างกัน
axis-the-name-of-the-crawler = อ่านส่วนของชื่อโปรแกรมรวบรวมข้อมูลต่างกัน
axis-how-names-are-compared = เปรียบเทียบชื่อต่างกัน
axis-which-group-counts = เลือกกลุ่มต่างกัน
axis-a-rule-without-a-path = กฎที่ไม่มีเส้นทางมีความหมายต่างกัน
axis-escapes = เปรียบเทียบอักขระหลีก เครื่องหมายทับ และท้ายเส้นทางต่างกัน
axis-wildcards = อ่าน * และ $ ต่างกัน
axis-which-rule-wins = ให้กฎที่ต่างกันชนะ
axis-the-index-page = อ่านกฎเกี่ยวกับหน้าดัชนีต่างกัน
axis-robots-txt-itself = ตัวหนึ่งอนุญาต /robots.txt เสมอ
readers-more = อีก { $count } รายการที่มีโปรแกรมเดียวกัน เช่น { $paths }
readers-unusual = เฉพาะเส้นทางที่ไม่ปกติ
readers-among = อยู่ใน { $paths }
readers-shortest = สั้นที่สุด: { $path }
readers-others = โปรแกรมรวบรวมข้อมูลทุกตัวที่ไฟล์ไม่ได้ระบุชื่อ
readers-crawlers = ถามในฐานะ { $crawlers }
paths-whole-site = ทั้งเว็บไซต์
paths-below = ทุกอย่างภายใต้ { $text }
paths-begins-with = ทุกเส้นทางที่ขึ้นต้นด้วย { $text }
paths-contains = ทุกเส้นทางที่มี { $text }
paths-ends-with = ทุกเส้นทางที่ลงท้ายด้วย { $text }
paths-alone = เส้นทาง { $text } เท่านั้น
paths-matches = ทุกเส้นทางที่ตรงกับ { $text }

label-detail = ภาษาอังกฤษ
label-help = วิธีแก้
label-changes = การเปลี่ยนแปลง
program-closed = { $path } กลายเป็นไม่อนุญาตสำหรับ { $programs }
program-opened = { $path } กลายเป็นอนุญาตสำหรับ { $programs }
label-also = บรรทัดอื่นที่เหมือนกัน
findings-cut = { $file }: { $lint }: แสดง { $shown } รายการแรกจาก { $found } รายการ
nothing-found = { $files } ไฟล์: ไม่พบปัญหา
findings-summary = { $files } ไฟล์: ข้อผิดพลาด { $errors } รายการ คำเตือน { $warnings } รายการ หมายเหตุ { $notes } รายการ
fixable-safely = แก้ไขได้ { $count } รายการด้วย --fix (ผลตัดสินคงเดิม)
fixable-all = แก้ไขได้ { $count } รายการด้วย --fix=all (ผลตัดสินอาจเปลี่ยน)

## A site whose robots.txt cannot be fetched: what comes, by which document, and the repair.

outlook-pause = เว็บไซต์ขอให้โปรแกรมรวบรวมข้อมูลรอจนถึง { $time } (Retry-After)
outlook-copy = ถ้ายังเป็นเช่นนี้ จะใช้สำเนาล่าสุดตั้งแต่ { $time }
outlook-open = ถ้ายังเป็นเช่นนี้ จะรวบรวมข้อมูลได้ทั้งหมดตั้งแต่ { $time }
outlook-depends = ถ้ายังเป็นเช่นนี้ ตั้งแต่ { $time } จะขึ้นอยู่กับว่าหน้าอื่นของเว็บไซต์ตอบหรือไม่
outlook-stays = จะเป็นเช่นนี้จนกว่าเว็บไซต์จะตอบ
outlook-source = ที่มา: { $policy }
outlook-other = ตาม{ $policy } จะเปลี่ยนเมื่อ { $time }
outlook-repair = ให้เว็บไซต์ตอบ 200 พร้อมไฟล์ หรือ 404 ถ้าไม่มีไฟล์
policy-google-2021 = เอกสารของ Google ปี 2019–2021
policy-google-2026 = เอกสารของ Google ปี 2026
policy-google-2019 = ข้อความของ Google ก่อนเดือนกรกฎาคม 2019
policy-rfc9309 = RFC 9309
