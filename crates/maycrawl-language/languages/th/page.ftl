# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = ภาษา
language-draft = คำแปลนี้เป็นฉบับร่าง โปรดแจ้งข้อผิดพลาด ข้อความอยู่ในไฟล์ languages/{ $tag }/page.ftl ของ maycrawl

close = ปิด
loading = กำลังโหลด…

help = วิธีใช้
help-keys = แป้นพิมพ์ลัด
key-site = ไปยังช่องสำหรับหน้าหรือไซต์
key-save = บันทึกฉบับร่างเป็นไฟล์
key-complete = เติมฟิลด์ โปรแกรมรวบรวมข้อมูล หรือเส้นทางในฉบับร่าง
key-find = ค้นหาในฉบับร่าง
key-undo = เลิกทำและทำซ้ำ รวมถึงการแก้ไขและเวอร์ชันที่โหลด
key-finding = ไปยังปัญหาถัดไปหรือก่อนหน้าในฉบับร่าง
key-comment = เปลี่ยนบรรทัดเป็นความคิดเห็นหรือเปลี่ยนกลับ
key-tab = ไปยังส่วนถัดไปของหน้า รวมถึงจากเครื่องมือแก้ไข
key-arrows = เลื่อนในตาราง โดยฉบับร่างจะแสดงบรรทัดที่เป็นตัวตัดสิน
key-enter = ในตาราง: ไปยังบรรทัดที่เป็นตัวตัดสิน
key-delete = ในตาราง: นำ URL ของแถวออก
key-escape = ปิดการค้นหา กล่องโต้ตอบ หรือความช่วยเหลือนี้
help-note = ใน Mac ให้ใช้ ⌘ แทน Ctrl แต่ละเซลล์แสดงผลตัดสินของฉบับร่างและบรรทัดที่เป็นตัวตัดสิน เซลล์ที่ไฮไลต์ต่างจากผลตัดสินของเวอร์ชันที่เปรียบเทียบ คำตอบมาจากไลบรารีของ maycrawl ซึ่งอ่าน robots.txt แบบเดียวกับโปรแกรมแยกวิเคราะห์ของ Google
help-api = API ของบริการนี้
help-read-more = อ่านเพิ่มเติม
help-rfc = RFC 9309, Robots Exclusion Protocol
help-google = Google: วิธีอ่าน robots.txt

start-title = โปรแกรมรวบรวมข้อมูลดึงหน้าเว็บของคุณได้ไหม
start-lead = ป้อนหน้าเว็บหรือไซต์ของคุณ หรือวางข้อความจาก Search Console แล้วคุณจะเห็นว่า robots.txt อนุญาตอะไร สำหรับโปรแกรมรวบรวมข้อมูลใด ด้วยบรรทัดใด และทดสอบการเปลี่ยนแปลงก่อนใช้งานจริงได้
start-lead-alone = วางหรือลาก robots.txt ลงในเครื่องมือแก้ไขด้านล่าง คุณจะเห็นว่าไฟล์อนุญาตอะไร แก่โปรแกรมรวบรวมข้อมูลใด ด้วยบรรทัดใด และทดสอบการเปลี่ยนแปลงก่อนเผยแพร่ได้ ทุกอย่างเกิดขึ้นในเบราว์เซอร์ของคุณ ไม่มีการเปิดไซต์จริง และสิ่งที่คุณวางจะไม่ถูกส่งออกไป
start-recipes = เริ่มด้วยสูตร
card-ai-title = บล็อกการฝึก AI แต่คงการค้นหาไว้
card-ai-text = โปรแกรมที่เก็บข้อความสำหรับโมเดลภาษาเข้าไม่ได้ แต่เครื่องมือค้นหารวบรวมข้อมูลได้
card-staging-title = ปิดเว็บไซต์ทดลอง
card-staging-text = ไม่อนุญาตการรวบรวมข้อมูลใดๆ แม้แต่ AdsBot มีเพียงรหัสผ่านเท่านั้นที่ปกป้องเว็บไซต์ได้
card-filters-title = ปิดผลการค้นหาและตัวกรอง
card-filters-text = โปรแกรมรวบรวมข้อมูลข้ามผลการค้นหาของเว็บไซต์เอง และหน้าที่เพียงจัดเรียงหรือกรอง
card-nothing-title = เริ่มจากศูนย์
card-nothing-text = เครื่องมือแก้ไขเปล่าที่อธิบายข้อผิดพลาดขณะที่คุณพิมพ์
start-example = ดูตัวอย่าง
start-or-paste = หรือวาง robots.txt ลงในเครื่องมือแก้ไขด้านล่าง หรือลากมาวางที่ใดก็ได้
start-local = ระหว่างที่คุณทดสอบฉบับร่าง ไม่มีข้อมูลใดออกจากเบราว์เซอร์ของคุณ เพราะเครื่องมือตรวจทำงานอยู่ในหน้านี้ บริการจะถูกใช้เฉพาะกับไซต์จริงที่คุณเปิด ตรวจสอบ หรือเปรียบเทียบ และเพื่ออ่านไฟล์แผนผังไซต์เท่านั้น

recipes-title = สูตร
recipes-question = ไฟล์ควรทำอะไร
recipes-topic-ai = โปรแกรมรวบรวมข้อมูล AI และการฝึก AI
recipes-topic-whole-site = ทั้งเว็บไซต์
recipes-topic-paths = ไดเรกทอรี หน้าเว็บ และไฟล์
recipes-topic-duplicates = ผลการค้นหา ตัวกรอง และเซสชัน
recipes-topic-crawlers = โปรแกรมรวบรวมข้อมูลบางตัวเท่านั้น
recipes-topic-media = รูปภาพ วิดีโอ และเสียง
recipes-search = ค้นหาสูตร
recipes-none = ไม่มีสูตรที่มีคำเหล่านี้
recipes-sitemap = แผนผังไซต์
recipes-where = ตำแหน่งที่จะเขียน
recipes-add = เพิ่มลงในฉบับร่าง
recipes-replace = แทนที่ฉบับร่าง
recipes-whole-site = สูตรนี้มีผลกับทั้งเว็บไซต์ จึงใช้แทนที่ฉบับร่างได้เท่านั้น
recipes-choose = เลือกสิ่งที่ไฟล์ควรทำ
recipes-busy = กำลังเขียนและเปรียบเทียบ…
recipes-warning = คำเตือน:
recipes-changes = สิ่งที่เปลี่ยนจากฉบับร่างเป็นไฟล์นี้
recipes-closes = สิ่งที่ปิด เมื่อเทียบกับที่ไม่มีไฟล์
recipes-for-programs = บางโปรแกรมอ่านไฟล์แบบอื่น และไม่ทำตามที่สูตรสัญญาไว้
recipes-program-allowed = { $path } อนุญาตสำหรับ { $programs }
recipes-program-disallowed = { $path } ไม่อนุญาตสำหรับ { $programs }
recipes-programs-undecided = ไม่ทราบสำหรับ { $programs } เพราะมีสิ่งที่ต้องเปรียบเทียบมากเกินไป
recipes-file = ไฟล์
recipes-apply = ใส่ลงในเครื่องมือแก้ไข

lint-page-example = ตัวอย่าง
lint-page-instead = ควรเป็น
lint-page-fix = วิธีแก้ไข:
lint-page-sources = แหล่งที่มา

findings-label = ปัญหาที่พบ
findings-errors = ข้อผิดพลาด { $count }
findings-warnings = คำเตือน { $count }
findings-notes = หมายเหตุ { $count }
next-error = ไปยังข้อผิดพลาดถัดไป
next-warning = ไปยังคำเตือนถัดไป
next-note = ไปยังหมายเหตุถัดไป
finding-error = ข้อผิดพลาด
finding-warning = คำเตือน
finding-note = หมายเหตุ
findings-hide = ซ่อนรายการ
findings-show = แสดงรายการ
fix-all = แก้ไขทั้งหมด ({ $count })
fix-all-more = แก้ไขทั้งหมด ({ $count } ขึ้นไป)
verdicts-may-change = { $action } ผลตัดสินอาจเปลี่ยน
findings-left = แสดง { $shown } รายการแรกจากปัญหา { $total } รายการ
finding-line = บรรทัด { $line }
in-english = ภาษาอังกฤษ:
finding-documentation = { $code }, { $name }: เอกสาร
fix = แก้ไข

more-notes = และหมายเหตุอีก { $count } รายการ

import-too-large = ไฟล์มีขนาดใหญ่กว่า 50 MiB
import-no-text = ไฟล์นี้ไม่ใช่ไฟล์ข้อความ
import-not-utf8 = ไฟล์นี้ไม่ใช่ไฟล์ข้อความแบบ UTF-8
import-list = รายการ
import-column = คอลัมน์ { $column } ของ CSV

submit-title = ส่ง
submit-title-site = ส่งไปยัง { $site }
submit-hosted = หากบริการโฮสติ้งเป็นผู้เขียน robots.txt คุณจะอัปโหลดไฟล์ไม่ได้ โปรดดูการตั้งค่าการแสดงในผลการค้นหาของบริการนั้น
submit-no-root = เข้าถึงรูทของโดเมนไม่ได้ใช่ไหม โปรแกรมรวบรวมข้อมูลอ่าน robots.txt ที่รูทเท่านั้น ไม่ใช่ที่ subdomain.example.com/site/robots.txt โปรดขอให้ผู้ดูแลโฮสต์วางไฟล์ไว้ที่นั่น หรือใช้เมตาแท็ก robots ในหน้าเว็บ
submit-changes = สิ่งที่เปลี่ยนใน { $site }
submit-no-change = ไม่มี: ข้อความในฉบับร่างเหมือนเดิม
submit-upload = ดาวน์โหลดและอัปโหลด
submit-upload-text = ดาวน์โหลดฉบับร่าง ({ $bytes } ไบต์) จากนั้นอัปโหลดโดยไม่เปลี่ยนแปลงเป็น { $url } ทั้งนี้ maycrawl เขียนลงในเว็บไซต์ของคุณไม่ได้
submit-upload-place = robots.txt ที่รูทของเว็บไซต์
submit-download = ดาวน์โหลด robots.txt
submit-open-first = เปิดเว็บไซต์ก่อนที่ด้านบนของหน้า
submit-alone = เครื่องมือทดสอบนี้ทำงานโดยไม่มีบริการ จึงดึงข้อมูลจากไซต์ของคุณไม่ได้ หลังจากอัปโหลดแล้ว ให้เปิดไฟล์ในเบราว์เซอร์ และตรวจสอบว่าเป็นไฟล์เดียวกับที่คุณดาวน์โหลดจากที่นี่
submit-verify = ยืนยัน
submit-verify-text = ดึงไฟล์ที่อัปโหลดตอนนี้และเปรียบเทียบกับฉบับร่างทีละไบต์
submit-compare = เปรียบเทียบ
submit-comparing = กำลังเปรียบเทียบ…
submit-view = ดูไฟล์ที่ใช้งานจริง
submit-same = ไฟล์ที่ใช้งานจริงตรงกับฉบับร่างทุกไบต์ ({ $bytes } ไบต์)
submit-not-fetched = ไม่ได้ดึงเว็บไซต์อีกครั้ง: { $note }
submit-no-file = ไม่มีไฟล์ที่ใช้งานจริงให้เปรียบเทียบ: { $state }
submit-cut = ส่วนที่อ่านเหมือนกัน แต่ไฟล์ที่ใช้งานอยู่ยาวกว่า 500 KiB และไม่ได้อ่านต่อ จึงไม่ได้เปรียบเทียบส่วนที่เหลือ
submit-differ = ไฟล์ต่างกัน ฉบับร่างมี { $draft } ไบต์ ไฟล์ที่ใช้งานจริงมี { $live } ไบต์
submit-differ-from = ไฟล์ต่างกันตั้งแต่บรรทัด { $line } (ไบต์ที่ { $byte }) ฉบับร่างมี { $draft } ไบต์ ไฟล์ที่ใช้งานจริงมี { $live } ไบต์
submit-invisible = ข้อความที่มองเห็นในบรรทัดนั้นเหมือนกัน แต่อักขระจบบรรทัดหรือไบต์ที่มองไม่เห็นต่างกัน
submit-legend = − หมายถึงข้อความที่มีเฉพาะในไฟล์ที่ใช้งานจริง + หมายถึงข้อความที่มีเฉพาะในฉบับร่าง
submit-refresh = ขอรีเฟรช
submit-refresh-text = ระบบจะดึงไฟล์สำหรับผู้ใช้แคชของบริการนี้ทุกคน โปรแกรมรวบรวมข้อมูลที่ใช้แคชจะทำตามไฟล์ใหม่ทันที ส่วน Google จะรีเฟรชสำเนาของตัวเอง ซึ่งมักใช้เวลาไม่เกิน 1 วัน
submit-refresh-now = รีเฟรชแคชที่ใช้ร่วมกัน
submit-refreshing = กำลังรีเฟรช…
submit-first-seen = พบเวอร์ชันนี้ครั้งแรกเมื่อ { $time }
submit-load-live = โหลดไฟล์ที่ใช้งานจริงลงในเครื่องมือแก้ไข
submit-google = Google: { $report } แสดงสำเนาของ Google และขอให้รวบรวมข้อมูลอีกครั้งได้ การบล็อกไม่ได้นำหน้าเว็บออกจากผลการค้นหา { $removals } ซ่อนหน้าเว็บได้ทันที
submit-google-report = รายงาน robots.txt ใน Search Console
submit-google-removals = เครื่องมือลบ
submit-bing = Bing: { $tools } มีเครื่องมือ 2 อย่าง robots.txt Tester แจ้ง Bing เกี่ยวกับไฟล์ใหม่ และ Block URLs ซ่อนหน้าเว็บ
submit-listed = หน้าเว็บแสดงอยู่ไหม ค้นหา URL ของหน้านั้นใน Google หรือ Bing เครื่องมือค้นหายังแสดงหน้าที่ถูกบล็อกได้โดยมีเพียง URL


tester = เครื่องมือทดสอบ robots.txt
start-screen = ไปยังหน้าเริ่มต้น
copy-link = คัดลอกลิงก์
theme-auto = อัตโนมัติ
theme-light = สว่าง
theme-dark = มืด
theme-is-auto = ธีมสี: อัตโนมัติ เปลี่ยนธีม
theme-is-light = ธีมสี: สว่าง เปลี่ยนธีม
theme-is-dark = ธีมสี: มืด เปลี่ยนธีม
site = หน้าเว็บหรือไซต์
site-open = เปิด
site-opening = กำลังเปิด…
site-example = ตัวอย่าง
fetch-again = ดึงข้อมูลอีกครั้ง
fetch-again-title = ดึง robots.txt อีกครั้ง แม้คำตอบที่เก็บไว้ยังใหม่อยู่
ask-as = ขอในชื่ออื่น…
ask-as-hint = ดึง robots.txt ในชื่อของเบราว์เซอร์ Googlebot และโปรแกรมรวบรวมข้อมูลอื่น แล้วเปรียบเทียบคำตอบ
ask-as-doubt = เปิดในเบราว์เซอร์ของคุณได้ใช่ไหม ขอในชื่อ Googlebot…
ask-as-title = robots.txt ของ { $site } เมื่อขอในชื่อของโปรแกรมรวบรวมข้อมูลหลายตัว
ask-as-asking = กำลังขอจากเว็บไซต์ด้วย User-Agent ห้าแบบทีละแบบ เว็บไซต์ที่ช้าอาจใช้เวลาหนึ่งนาที
ask-as-again = ขออีกครั้ง
ask-as-age = { $age ->
    [0] เพิ่งขอเมื่อครู่
   *[other] ขอเมื่อ { $age } วินาทีที่แล้ว
  } บริการนี้ขอจากเว็บไซต์หนึ่งไม่เกินนาทีละครั้ง
ask-as-browser = เบราว์เซอร์
ask-as-name = ขอในชื่อ
ask-as-status = สถานะ
ask-as-size = ไบต์
ask-as-hash = แฮช
ask-as-time = เวลา
ask-as-meaning = ความหมายต่อการรวบรวมข้อมูล
ask-as-is-file = ไฟล์
ask-as-is-empty = ไฟล์ว่าง จึงรวบรวมข้อมูลได้ทั้งหมด
ask-as-is-page = เป็นไฟล์ แต่เป็นหน้าเว็บ
ask-as-is-protection = เป็นไฟล์ แต่มาจากระบบป้องกันบอต
ask-as-is-missing = ไม่มีไฟล์ จึงรวบรวมข้อมูลได้ทั้งหมด
ask-as-is-refusal = ถือว่าไม่มีไฟล์ จึงรวบรวมข้อมูลได้ทั้งหมด หรืออาจเป็นการบล็อก
ask-as-is-closed = เข้าถึงไม่ได้ จึงรวบรวมข้อมูลใดไม่ได้เลย
ask-as-is-open = เข้าถึงไม่ได้ จึงถือว่าไม่มีข้อจำกัด
ask-as-skipped = { $why ->
    [not-reached] ไม่ได้ขอ เพราะเชื่อมต่อไม่ได้
    [busy] ไม่ได้ขอ เพราะบริการส่งคำขอมากเกินไป
   *[other] ไม่ได้ขอ เพราะหมดเวลา
  }
ask-as-difference = บรรทัดที่ { $line } คือ { $this } ส่วนในคำตอบแรกคือ { $first }
ask-as-end = ท้ายไฟล์
ask-as-limits = ต่างกันเฉพาะ User-Agent เท่านั้น บริการนี้ขอจากที่อยู่ของ Google ไม่ได้ และไฟร์วอลล์อาจตรวจที่อยู่ Googlebot ตัวจริงอาจผ่านได้ในที่ที่คำขอนี้ถูกบล็อก หรือถูกบล็อกในที่ที่คำขอนี้ผ่าน
ask-as-not-asked = ไม่ได้ขอจากเว็บไซต์
ask-as-not-reached = เชื่อมต่อไม่ได้ จึงไม่ได้ส่ง User-Agent ใด สาเหตุคือชื่อ ที่อยู่ หรือเครือข่ายของเว็บไซต์ ไม่ใช่กฎสำหรับ User-Agent
ask-as-same = { $answer ->
    [file] เว็บไซต์ส่งไฟล์เดียวกันให้ทุก User-Agent ที่ส่งไป จึงไม่เห็นกฎสำหรับชื่อ หาก Google ยังแจ้งว่าเข้าถึงไม่ได้ ให้หากฎสำหรับที่อยู่
    [no-file] เว็บไซต์ตอบ { $status } ให้ทุก User-Agent ที่ส่งไป คือไม่มีไฟล์ จึงรวบรวมข้อมูลได้ทั้งหมด
    [refusal] เว็บไซต์ตอบ { $status } ให้ทุก User-Agent ที่ส่งไป จึงไม่ได้ดูชื่อ เว็บไซต์ปฏิเสธที่อยู่ที่ขอ หรือปฏิเสธเส้นทางนี้กับทุกคน
    [server-error] เว็บไซต์ตอบ { $status } ให้ทุก User-Agent ที่ส่งไป จึงไม่ได้ดูชื่อ เซิร์ฟเวอร์หรือสิ่งที่อยู่ข้างหน้าขัดข้อง
    [web-page] เว็บไซต์ส่งหน้าเว็บแทน robots.txt ให้ทุก User-Agent ที่ส่งไป ให้ส่งไฟล์เป็นข้อความธรรมดา หรือตอบ 404
    [protection] ระบบป้องกันบอตตอบทุก User-Agent ที่ส่งไปแทนเว็บไซต์ ให้ยกเว้น /robots.txt จากระบบนั้น
   *[failure] เว็บไซต์ไม่ให้คำตอบที่ใช้ได้แก่ User-Agent ใดที่ส่งไป จึงไม่ได้ดูชื่อ
  }
ask-as-blocked = { $answer ->
    [code] เว็บไซต์ตอบ { $status } ให้ User-Agent ของ { $concerned } แต่ส่งไฟล์ให้ User-Agent ของ { $served } น่าจะเป็นไฟร์วอลล์หรือกฎสำหรับ User-Agent ให้อนุญาต { $concerned } ที่นั่น
    [web-page] เว็บไซต์ส่งหน้าเว็บแทนไฟล์ให้ User-Agent ของ { $concerned } แต่ส่งไฟล์ให้ User-Agent ของ { $served } น่าจะเป็นไฟร์วอลล์หรือกฎสำหรับ User-Agent ให้อนุญาต { $concerned } ที่นั่น
    [protection] ระบบป้องกันบอตตอบ User-Agent ของ { $concerned } แต่ User-Agent ของ { $served } ได้รับไฟล์ ให้อนุญาต { $concerned } ที่นั่น
   *[other] เว็บไซต์ไม่ส่งไฟล์ให้ User-Agent ของ { $concerned } แต่ส่งให้ User-Agent ของ { $served } น่าจะเป็นไฟร์วอลล์หรือกฎสำหรับ User-Agent ให้อนุญาต { $concerned } ที่นั่น
  }
ask-as-crawlers-served = เว็บไซต์ส่งไฟล์ให้ User-Agent ของ { $served } แต่ไม่ส่งให้ User-Agent ของ { $concerned } โปรแกรมรวบรวมข้อมูลที่ตรวจได้รับไฟล์ หาก Google ยังแจ้งว่าเข้าถึงไม่ได้ ให้หากฎสำหรับที่อยู่
ask-as-other-file = เว็บไซต์ส่งไฟล์ให้ User-Agent ของ { $concerned } ต่างจากไฟล์ของ User-Agent ของ { $served } ไฟล์ขึ้นกับ User-Agent หรือเปลี่ยนทุกครั้งที่ขอ
ask-as-none-served = เว็บไซต์ไม่ส่งไฟล์ให้ User-Agent ใดเลย และคำตอบต่างกัน น่าจะเป็นไฟร์วอลล์หรือกฎสำหรับ User-Agent
addresses = ที่อยู่อื่น…
addresses-label = ที่อยู่อื่นของไซต์นี้
addresses-title = แต่ละที่อยู่มี robots.txt ของตัวเอง
status-hint = เปิดไซต์หรือวางฉบับร่าง เครื่องมือแก้ไขใช้ได้โดยไม่ต้องมีไซต์
redirected = เปลี่ยนเส้นทางแล้ว: { $hops }
no-response = ไม่มีการตอบกลับ
state-file = คำตัดสินใช้ { $robots } ของ { $time }
state-no-file = ถือว่าไม่มี { $robots } ({ $cause }) จึงรวบรวมข้อมูลได้ทั้งหมด
state-closed = { $cause }: เข้าถึง { $robots } ไม่ได้ จึงรวบรวมข้อมูลใดไม่ได้เลย
state-last-copy = { $cause }: เข้าถึง { $robots } ไม่ได้ จึงใช้สำเนาล่าสุดของ { $time }
state-no-limits = { $cause }: เข้าถึง { $robots } ไม่ได้ จึงถือว่าไม่มีข้อจำกัด
state-unknown = ไม่ทราบข้อมูลของ { $robots }
opening-title = กำลังเปิด { $site }
opening-text = บริการกำลังขอ robots.txt จากเว็บไซต์ เว็บไซต์ที่ช้าอาจใช้เวลาครึ่งนาที
opening-cancel = ยกเลิก
opening-cancelled = ยกเลิกแล้ว ไม่มีอะไรเปลี่ยนแปลง

draft-width = ความกว้างของฉบับร่าง
why-width = ความกว้างของคำอธิบาย
splitter-title = { $label }: ลากหรือใช้ปุ่มลูกศร กด Enter หรือดับเบิลคลิกเพื่อรีเซ็ต

summary-label = สรุป
names-and = { $first } และ { $last }
names-more = อีก { $count } ตัว
names-others = โปรแกรมรวบรวมข้อมูลทุกตัวที่ไม่ได้ระบุชื่อ
names-purpose-token = โทเค็นวัตถุประสงค์ { $name } (ไม่ใช่โปรแกรมรวบรวมข้อมูล)
readers-know = { $names } เฉพาะสำหรับโปรแกรมที่ทราบว่า { $fact }
readers-do-not-know = { $names } เฉพาะสำหรับโปรแกรมที่ไม่ทราบว่า { $fact }
readers-know-several = { $names } เฉพาะสำหรับโปรแกรมที่อ่าน robots.txt แทนทั้งหมดนี้แบบเดียวกับผู้ให้บริการ
readers-do-not-know-several = { $names } เฉพาะสำหรับโปรแกรมที่อ่าน robots.txt แทนทั้งหมดนี้เหมือนโปรแกรมรวบรวมข้อมูลอื่น
fact-falls-back = { $count ->
    [one] { $names } ทำตามกลุ่ม { $to } เมื่อไม่มีกลุ่มของตัวเอง
   *[other] ทั้งหมดนี้ทำตามกลุ่ม { $to } เมื่อไม่มีกลุ่มของตัวเอง
}
fact-ignores-star = { $count ->
    [one] { $names } ไม่ทำตาม `*`
   *[other] ทั้งหมดนี้ไม่ทำตาม `*`
}
fact-ignores-robots-txt = { $count ->
    [one] { $names } ไม่ทำตาม robots.txt
   *[other] ทั้งหมดนี้ไม่ทำตาม robots.txt
}
more-items = และอีก { $count } รายการ
search-everything = { $names } รวบรวมข้อมูลได้ทั้งหมด
search-part = { $names } รวบรวมข้อมูลได้บางส่วนของไซต์
search-closed = { $names } รวบรวมข้อมูลไซต์ได้ ส่วนที่ปิด: { $closed }
search-closed-share = { $names } รวบรวมข้อมูลได้ { $open } ปิด { $count } รายการ: { $closed }
search-part-closed = { $names } รวบรวมข้อมูลได้บางส่วนของไซต์ ส่วนที่ปิด: { $closed }
search-only = { $names } รวบรวมข้อมูลได้เฉพาะ { $open }
search-only-share = { $names } รวบรวมข้อมูลได้เฉพาะ { $open }: { $share } ปิด { $count } รายการ
search-others = เครื่องมือค้นหาอื่นอีก { $count } รายรวบรวมข้อมูลส่วนอื่นของไซต์ได้
search-nothing = { $names } รวบรวมข้อมูลไม่ได้เลย
search-undecided = { $names } รวบรวมข้อมูลได้บางส่วนของไซต์ซึ่งไม่ทราบขอบเขต เพราะมีกฎมากเกินกว่าจะเปรียบเทียบ
access-everything = รวบรวมข้อมูลได้ทั้งหมด
access-part = รวบรวมข้อมูลได้บางส่วน
access-except = รวบรวมข้อมูลไซต์ได้ ยกเว้น{ $closed }
access-only = รวบรวมข้อมูลได้เฉพาะ { $open }
access-same = รวบรวมข้อมูลส่วนเดียวกันได้
access-nothing = รวบรวมข้อมูลไม่ได้เลย
access-undecided = ไม่ทราบขอบเขต เพราะมีกฎมากเกินกว่าจะเปรียบเทียบ
training-blocked = โปรแกรมรวบรวมข้อมูลสำหรับฝึก AI ที่ระบุว่าทำตาม robots.txt ทั้ง { $total } ตัวถูกบล็อก
training-all = โปรแกรมรวบรวมข้อมูลสำหรับฝึก AI ที่ระบุว่าทำตาม robots.txt ทั้ง { $total } ตัว: { $access }
training-some = โปรแกรมรวบรวมข้อมูลสำหรับฝึก AI ที่ระบุว่าทำตาม robots.txt { $total } ตัว: { $count } ตัว{ $access }, { $others }
summary-use = การใช้งาน{ $use }: { $said }
summary-use-named = { $names }: { $said }
summary-use-part = { $said } สำหรับหน้าแรก หน้าอื่นต่างกัน
summary-uses-none = ไฟล์ไม่ได้ระบุเรื่องการใช้งานหน้าเว็บ: การค้นหา การฝึก AI ข้อมูลเข้า AI
summary-uses-closed = โปรแกรมรวบรวมข้อมูลที่ดึงข้อมูลไม่ได้เลยย่อมไม่มีอะไรให้ใช้ สำหรับโปรแกรมอื่น ไฟล์ไม่ได้ระบุเรื่องการใช้งาน: การค้นหา การฝึก AI ข้อมูลเข้า AI
summary-uses-undecided = ไฟล์ใหญ่เกินกว่าจะหาสิ่งที่ระบุเรื่องการใช้งานได้
training-named = { $names } { $access }
training-others = { $count } ตัว{ $access }
training-title = โปรแกรมรวบรวมข้อมูลที่ผู้ให้บริการระบุว่าทำตาม robots.txt คลิกเพื่อเพิ่มบางตัวลงในตาราง
go-to-line = ไปที่บรรทัด { $line }
fetch-it-again = ดึงข้อมูลอีกครั้ง
no-problems = ไม่มีข้อผิดพลาดและไม่มีคำเตือน
problems-errors = ไฟล์มีข้อผิดพลาด { $count } รายการ
problems-warnings = ไฟล์มีคำเตือน { $count } รายการ
problems-both = ไฟล์มีข้อผิดพลาด { $errors } รายการและคำเตือน { $warnings } รายการ
urls-none-closed = ไม่มี URL ใดใน { $all } รายการของตารางที่ปิดสำหรับ { $agent }
urls-closed = URL { $closed } จาก { $all } รายการในตารางปิดสำหรับ { $agent }: { $lines }
line-closes = บรรทัด { $line } ปิด { $count } รายการ
lines-and-more = และอีก { $count } บรรทัด
summary-sitemaps = ไฟล์ระบุแผนผังไซต์ { $count } รายการ
summary-test-urls = { $count ->
   *[other] ทดสอบ URL ในแผนผังไซต์
}
summary-redirects = { $origin } เปลี่ยนเส้นทาง: robots.txt ของไซต์คือไฟล์ที่ { $url } (เปลี่ยนเส้นทาง { $count } ครั้ง)
summary-empty = ไฟล์ว่างเปล่า: รวบรวมข้อมูลได้ทุกอย่าง
summary-age = ข้อความนี้ใช้งานอยู่ พบครั้งแรกเมื่อ { $day }
old-copy = Google อาจใช้ของเดิมจนถึง { $time }
just-now = เมื่อสักครู่

word-allowed = อนุญาต
word-blocked = ถูกบล็อก
word-other-site = ไซต์อื่น
word-error = ไม่ใช่ URL
word-unreachable = เข้าถึงไม่ได้
cell-none = ยังไม่มีคำตอบ
cell-invalid = ไม่ใช่ URL ที่ถูกต้อง: { $detail }
cell-by-line = { $verdict } ตามบรรทัด { $line }
cell-change = { $draft } ก่อนหน้า: { $live }
cell-members = { $agent } และโปรแกรมรวบรวมข้อมูลอื่นอีก { $count } ตัว
by-line = ตามบรรทัด
was = เดิม
now = ปัจจุบัน
live-by-line = ตามบรรทัด { $line } ของเวอร์ชันนั้น
outdated = ไม่เป็นปัจจุบัน
retry-now = ลองอีกครั้งตอนนี้
banner-opening = กำลังเปิด { $site }…
banner-none = ยังไม่มีผลตัดสิน
banner-add = เพิ่ม URL และโปรแกรมรวบรวมข้อมูลเพื่อดูผลตัดสิน
banner-filtered = ไม่มี URL ที่ตรงกับตัวกรอง
banner-open = ยังไม่มีผลตัดสิน เปิดไซต์ของคุณด้านบนหรือวาง robots.txt
banner-open-alone = ยังไม่มีผลตัดสิน วาง robots.txt
verdict-at = { $agent } ที่ { $url }
verdict-requested = โปรแกรมรวบรวมข้อมูลขอเป็น { $url }
try-address = ลอง { $address }
inspect = ตรวจสอบ
inspect-hint = ดึงหน้านี้และตรวจว่ารวบรวมข้อมูลและจัดทำดัชนีได้หรือไม่
site-closed = { $cause }: เข้าถึง robots.txt ไม่ได้ { $operator } จึงรวบรวมข้อมูลใดไม่ได้เลย
site-closed-elsewhere = { $operator } รวบรวมข้อมูลใดไม่ได้เลย เพราะ { $reason }
site-no-file = ถือว่าไม่มี robots.txt จึงรวบรวมข้อมูลได้ทั้งหมด
site-no-file-because = ถือว่าไม่มี robots.txt ({ $cause }) จึงรวบรวมข้อมูลได้ทั้งหมด
rule-group = (กลุ่มของ { $group } { $line })
policy-difference = ไฟล์ที่ใช้งานอยู่: { $text }

why = เหตุผล
why-choose = เลือกเซลล์เพื่อดูคำอธิบาย
why-open = เปิดไซต์ของคุณหรือวาง robots.txt เพื่อดูคำอธิบาย
why-open-alone = วาง robots.txt เพื่อดูคำอธิบาย
why-live = ฉบับร่างว่างเปล่า ผลตัดสินเป็นของไฟล์ที่ใช้งานอยู่
why-change = เปลี่ยนผลตัดสินนี้
why-rules = กฎที่ตรงกัน
why-groups = กลุ่ม
why-more-rules = และอีก { $count } ข้อที่ไม่ใช่ตัวตัดสิน
column-line = บรรทัด
column-lines = บรรทัด
column-rule = กฎ
column-length = ความยาว
column-result = ผลลัพธ์
column-agents = User agent

corrected = เมื่อถามในชื่อ { $agent } เว็บไซต์ตอบต่างออกไป: { $reason }
corrected-file = เมื่อถามในชื่อ { $agent } เว็บไซต์ให้ไฟล์อื่น
corrected-own = ตามไฟล์ที่ maycrawl ได้รับ: { $verdict }
corrected-below = นี่เป็นไปตามไฟล์ที่ maycrawl ได้รับ { $agent } ได้คำตอบอื่น
part-not-loaded = โหลดส่วนหนึ่งของหน้าไม่ได้ โปรดโหลดหน้าใหม่
repair-copy = คัดลอกบรรทัด
repair-copied = คัดลอกบรรทัดแล้ว
repair-not-copied = เบราว์เซอร์ไม่อนุญาตให้หน้านี้คัดลอก: { $text }
proposal-apply = นำไปใช้
proposal-apply-title = นำไปใช้: { $title }
proposal-outdated = ข้อเสนอนี้ล้าสมัยแล้ว
proposal-wait = ข้อเสนอนี้ล้าสมัยแล้ว โปรดรอข้อเสนอใหม่
proposal-done = เสร็จแล้ว: { $title } เลิกทำเพื่อย้อนกลับ
changes-title = สิ่งที่เปลี่ยน
changes-live-to-draft = จากไฟล์ที่ใช้งานอยู่ ({ $from }) เป็นฉบับร่างของคุณ
changes-version-to-draft = จากเวอร์ชัน { $from } เป็นฉบับร่างของคุณ
changes-none-to-draft = จากที่ไม่มีไฟล์เป็นฉบับร่างของคุณ
changes-live-to-version = หากกู้คืนเวอร์ชัน { $to }: จากไฟล์ที่ใช้งานอยู่ ({ $from }) เป็นเวอร์ชันนั้น
changes-version-to-version = จากเวอร์ชัน { $from } เป็นเวอร์ชัน { $to }
changes-none-to-version = หากกู้คืนเวอร์ชัน { $to }: จากที่ไม่มีไฟล์เป็นเวอร์ชันนั้น
changes-by-proposal = จากฉบับร่างของคุณเป็นฉบับร่างที่มีการเปลี่ยนแปลงนี้
changes-since-title = สิ่งที่เปลี่ยนไป
changes-since = ตั้งแต่ { $to } เมื่อเวอร์ชัน { $from } ถูกแทนที่:
changes-restore = กู้คืนเวอร์ชันนี้…
changes-restore-title = สิ่งที่เปลี่ยนหากฉบับร่างที่มีเวอร์ชันนี้แทนที่ไฟล์ที่ใช้งานอยู่
changes-show-since = สิ่งที่เปลี่ยนไปตั้งแต่เวอร์ชันนี้
changes-busy = กำลังเปรียบเทียบ…
changes-stale = กำลังเปรียบเทียบ รายการที่แสดงเป็นของฉบับร่างก่อนหน้า
changes-order = ต่างกันเฉพาะลำดับบรรทัดหรือช่องว่าง
changes-lines = ต่างกัน { $count } บรรทัด
changes-unread = ชื่อโปรแกรมรวบรวมข้อมูล { $count } ชื่อไม่ได้รับการเปรียบเทียบ
changes-none = ✓ { $lines } และไม่มีผลตัดสินใดเปลี่ยน: โปรแกรมรวบรวมข้อมูลทุกตัวดึง URL ได้เหมือนเดิม และไฟล์ระบุเรื่องการใช้งานเหมือนเดิม
changes-none-past = ✓ { $lines } และไม่มีผลตัดสินใดเปลี่ยนไป: โปรแกรมรวบรวมข้อมูลทุกตัวดึง URL ได้เหมือนเดิม และไฟล์ระบุเรื่องการใช้งานเหมือนเดิม
changes-for-programs = { $lines } ผลตัดสินไม่เปลี่ยนตามวิธีที่ Google อ่านไฟล์ แต่บางโปรแกรมอ่านแบบอื่น
change-program-closed = { $path } กลายเป็นไม่อนุญาตสำหรับ { $programs }
change-program-opened = { $path } กลายเป็นอนุญาตสำหรับ { $programs }
changes-undecided = { $lines } ไม่พบความแตกต่าง แต่ไฟล์เหล่านี้มีกฎมากเกินกว่าจะเปรียบเทียบได้ทั้งหมด
changes-some = { $lines }
changes-rest = ผลตัดสินไม่เปลี่ยนสำหรับ { $names }
changes-rest-past = ผลตัดสินไม่ได้เปลี่ยนไปสำหรับ { $names }
changes-only-uses = { $lines } ไม่มี URL ใดถูกบล็อกหรือได้รับอนุญาตเพิ่ม แต่สิ่งที่ไฟล์ระบุเรื่องการใช้งานเปลี่ยนไป
changes-use = { $use } { $url }: { $after } (ก่อนหน้า: { $before })
changes-use-line = { $said } บรรทัด { $line }: { $text }
changes-use-more = การใช้งานอื่นอาจเปลี่ยนด้วย ไฟล์ใหญ่เกินกว่าจะเปรียบเทียบได้ทั้งหมด
use-train = การฝึก AI
use-input = ข้อมูลเข้า AI
use-search = การค้นหา
use-index = ดัชนี AI
said-refused = ปฏิเสธ
said-conditional = อนุญาตแบบมีเงื่อนไข
said-granted = อนุญาต
said-not-said = ไม่ได้ระบุ
said-conflict = ขัดแย้งกัน
said-not-applicable = ดึงข้อมูลไม่ได้
impact-lost = { $count ->
   *[other] { $names } ถูกบล็อกเพิ่ม: { $region }
}
impact-gained = { $names } ดึงข้อมูลได้เพิ่ม: { $region }
impact-lost-past = { $count ->
   *[other] { $names } ถูกบล็อกเพิ่มตั้งแต่นั้น: { $region }
}
impact-gained-past = { $names } ดึงข้อมูลได้เพิ่มตั้งแต่นั้น: { $region }
impact-also = รวมถึง { $names }
impact-share = { $urls } จาก { $total } URL
impact-share-sitemap = { $urls } จาก { $total } URL ในแผนผังไซต์
impact-share-sitemap-start = { $urls } จาก { $total } URL แรกในแผนผังไซต์
region-whole-site = ทั้งเว็บไซต์
region-below = ทุกอย่างภายใต้ { $text }
region-begins-with = ทุกเส้นทางที่ขึ้นต้นด้วย { $text }
region-contains = ทุกเส้นทางที่มี { $text }
region-ends-with = ทุกเส้นทางที่ลงท้ายด้วย { $text }
region-alone = เส้นทาง { $text } เท่านั้น
region-matches = ทุกเส้นทางที่ตรงกับ { $text }
region-matches-each = ทุกเส้นทางที่ตรงกับทุกรูปแบบต่อไปนี้: { $texts }
region-except = { $region } ยกเว้น { $except }
region-already-lost = { $region } (ถูกบล็อกอยู่แล้ว: { $already })
region-already-gained = { $region } (ได้รับอนุญาตอยู่แล้ว: { $already })
region-partly-lost = { $region } (บางส่วนถูกบล็อกอยู่แล้ว)
region-partly-gained = { $region } (บางส่วนได้รับอนุญาตอยู่แล้ว)
region-at-least = อย่างน้อย { $region }
region-or-less = { $region } หรือน้อยกว่า
region-such = URL เช่น { $texts }
region-whole-or-part = ทั้งเว็บไซต์หรือบางส่วน เช่น { $texts }
region-more = ส่วนอื่นอีก { $count } ส่วน
except-alone = เส้นทาง { $text }
except-contains = เส้นทางที่มี { $text }
except-ends-with = เส้นทางที่ลงท้ายด้วย { $text }
except-matches = เส้นทางที่ตรงกับ { $text }
except-regions = { $count } ส่วน
changes-more = ผลอื่นอีก { $count } รายการ
changes-not-all = เปรียบเทียบกฎได้ไม่ครบทุกข้อ
changes-show-url = แสดง URL นี้ในตาราง
changes-effect = { $url } เปลี่ยนเป็น{ $verdict } { $after } { $before }
changes-effect-past = { $url } กลายเป็น{ $verdict } { $after } { $before }
changes-before = (ก่อนหน้า: { $rule })
becomes-blocked = ถูกบล็อก
becomes-allowed = อนุญาต
by-line-rule = ตามบรรทัด { $line } { $rule }
by-no-rule = ไม่มีกฎที่ตรงกัน
changes-pace = ความถี่ใหม่สำหรับ { $names }: { $after }; ก่อนหน้า: { $before }
changes-pace-none = ไม่มี
sitemaps-added = เพิ่มแผนผังไซต์ { $count } รายการ: { $url }
sitemaps-removed = ลบแผนผังไซต์ { $count } รายการ: { $url }

draft = ฉบับร่าง
draft-hint = วาง robots.txt หรือเขียนขึ้นมา ข้อความจะอยู่ในหน้านี้เท่านั้น
draft-hint-service = วาง robots.txt หรือเขียนขึ้นมา บริการของหน้านี้จะอ่านข้อความ
draft-placeholder = วาง robots.txt ที่นี่ เปิดไซต์ด้านบน หรือโหลดตัวอย่าง
draft-placeholder-alone = วาง robots.txt ที่นี่ หรือโหลดตัวอย่าง
find-find = ค้นหา
find-replace = แทนที่
find-next = ถัดไป
find-previous = ก่อนหน้า
find-all = ทั้งหมด
find-match-case = ตรงตามตัวพิมพ์
find-regexp = นิพจน์ทั่วไป
find-by-word = ทั้งคำ
find-replace-one = แทนที่
find-replace-all = แทนที่ทั้งหมด
find-close = ปิด
find-go-to-line = ไปที่บรรทัด
find-go = ไป
draft-label = ฉบับร่าง robots.txt
draft-see-live = ไฟล์ที่ใช้งานอยู่
draft-unfold = แสดงทั้งไฟล์ ({ $count } บรรทัด)
version-label = เวอร์ชันที่แสดงในเครื่องมือแก้ไข
version-own = ✎ ฉบับร่างของคุณ
version-none = ยังไม่ได้ดึงไฟล์
version-seen = พบครั้งแรก { $first } พบล่าสุด { $last }
version-latest = ล่าสุด: { $day }
version-no-file = ไม่มีไฟล์
version-missing = เวอร์ชันนี้ไม่มีไฟล์: { $reason }
version-missing-unknown = ไม่ทราบสาเหตุ
version-loaded = โหลดเวอร์ชันของ { $time } แล้ว เลิกทำเพื่อคืนการแก้ไขของคุณ
fetch-failed = การดึงครั้งล่าสุดล้มเหลว · { $result }
fetch-failed-at = การดึงครั้งล่าสุดล้มเหลวเมื่อ { $time } · { $result }
profile-label = อ่านแบบ
profile-title = วิธีอ่าน robots.txt
profile-name = อ่านแบบ: { $title }
read-google = Google ปัจจุบัน
option-google-2019 = Google ก่อน ก.ค. 2019
option-rfc9309 = RFC 9309
errors-google-2021 = Google 2019–2021
errors-google-2026 = Google ปัจจุบัน (429 เป็นข้อผิดพลาด)
bytes-more = มากกว่า { $count } ไบต์
bytes = { $count } ไบต์
line-endings-mixed = การขึ้นบรรทัดแบบผสม: { $main } และอีก { $count } แห่ง คงไว้ตามเดิม
draft-no-newline = ไม่มีการขึ้นบรรทัดใหม่ที่ท้ายไฟล์
draft-byte-order-mark = เครื่องหมายลำดับไบต์ (BOM)
draft-inexact = ไฟล์ที่ใช้งานอยู่มีไบต์ที่ไม่ใช่ UTF-8 ซึ่งถูกแทนที่ในหน้านี้
draft-cut = นี่เป็นเพียงส่วนต้นของไฟล์ ซึ่งยาวกว่า 500 KiB ที่โปรแกรมรวบรวมข้อมูลอ่าน อย่าอัปโหลดข้อความนี้ เพราะส่วนที่เหลือจะหายไป
draft-edited = การแก้ไขอยู่ในหน้านี้เท่านั้น
draft-recipes = สูตร…
draft-download = ดาวน์โหลด
draft-submit = ส่ง…
draft-replaced = เสร็จแล้ว เลิกทำเพื่อย้อนกลับ
draft-kept = เก็บฉบับร่างของคุณไว้แล้ว เลือกเวอร์ชันเพื่อดูไฟล์ที่ใช้งานอยู่
difference = ความแตกต่าง
rule-unused = ไม่ได้ตัดสิน URL ใดในรายการนี้
field-user-agent = กฎด้านล่างใช้กับโปรแกรมรวบรวมข้อมูลนี้ * หมายถึงทุกตัวที่ไม่มีกลุ่มของตัวเอง
field-disallow = ห้ามดึง URL ที่ขึ้นต้นด้วยเส้นทางนี้ * แทนข้อความใดก็ได้ $ แทนจุดสิ้นสุด
field-allow = ดึง URL ที่ขึ้นต้นด้วยเส้นทางนี้ได้ * แทนข้อความใดก็ได้ $ แทนจุดสิ้นสุด
field-sitemap = URL แบบเต็มของแผนผังไซต์ ใช้กับโปรแกรมรวบรวมข้อมูลทุกตัวและไม่อยู่ในกลุ่มใด
field-of-some = มีโปรแกรมรวบรวมข้อมูลบางตัวเท่านั้นที่อ่านฟิลด์นี้ Google ไม่สนใจ
field-unknown = ไม่มีโปรแกรมรวบรวมข้อมูลที่รู้จักอ่านฟิลด์นี้
rule-decides = เป็นตัวตัดสิน { $count } จาก { $urls } URL ในตาราง สำหรับโปรแกรมรวบรวมข้อมูลอย่างน้อยหนึ่งตัว
fix-changed = ฉบับร่างเปลี่ยนไปในระหว่างนั้น กดแก้ไขทั้งหมดอีกครั้ง
fix-nothing = ไม่มีสิ่งที่ต้องแก้ไข
fix-done = เสร็จแล้ว: แก้ไข { $count } รายการ เลิกทำเพื่อย้อนกลับ

crawlers = บอท
crawler-name = ชื่อบอท
crawler-name-title = ชื่อโปรแกรมรวบรวมข้อมูล เช่น GPTBot
add = เพิ่ม
presets-label = เพิ่มหรือลบชุดโปรแกรมรวบรวมข้อมูล
preset-google = Google
preset-google-title = Googlebot และโปรแกรมรวบรวมข้อมูลทั่วไปอื่นๆ ของ Google สำหรับการค้นหา
preset-google-special = Google พิเศษ
preset-google-special-title = โปรแกรมรวบรวมข้อมูลพิเศษของ Google (* ไม่มีผล) โปรแกรมสำหรับผลิตภัณฑ์ และ Google-Extended
preset-other-search = การค้นหาอื่น
preset-other-search-title = Bing, Yandex, Applebot และโปรแกรมรวบรวมข้อมูลของเครื่องมือค้นหาอื่น
preset-ai-training = ฝึก AI
preset-ai-training-title = โปรแกรมที่รวบรวมข้อความเพื่อฝึกโมเดลภาษา
preset-ai-search = การค้นหาด้วย AI
preset-ai-search-title = โปรแกรมของเครื่องมือค้นหาที่ตอบด้วยโมเดลภาษา
preset-all = ทั้งหมด
preset-all-title = โปรแกรมรวบรวมข้อมูลทั้งหมดในตาราง
preset-count = { $title } ({ $count })
crawler-unknown = ไม่อยู่ในตาราง ใช้กลุ่มของตัวเองหรือกลุ่มของ *
crawlers-chosen = โปรแกรมรวบรวมข้อมูลที่เลือก
crawlers-none = ไม่ได้เลือกโปรแกรมรวบรวมข้อมูล
show-fewer = แสดงน้อยลง
remove-item = ลบ { $name }
crawler-empty = ป้อนชื่อโปรแกรมรวบรวมข้อมูล เช่น Googlebot
crawler-too-long = ชื่อโปรแกรมรวบรวมข้อมูลมีได้ไม่เกิน 256 อักขระ
crawler-header = ป้อนเฉพาะโทเค็นผลิตภัณฑ์ เช่น Googlebot ไม่ใช่ส่วนหัว User-Agent ทั้งหมด
crawler-from-header = { $name } คือโปรแกรมรวบรวมข้อมูลของส่วนหัว User-Agent นี้

urls = URL
urls-placeholder = URL หรือเส้นทาง วางรายการ หรือลากไฟล์มาวาง
urls-file = ไฟล์…
urls-file-title = รายการ CSV หรือแผนผังไซต์ รวมถึง .gz
urls-file-label = URL จากรายการ CSV หรือแผนผังไซต์
urls-sitemap-title = เพิ่ม URL จากแผนผังไซต์ของไซต์ที่เปิดอยู่ หรือจากแผนผังไซต์ในช่องป้อน
urls-clear = ล้าง URL { $count } รายการ
urls-none-in-file = { $file } ไม่มี URL
urls-unreadable = อ่านไม่ได้
urls-clipboard = คลิปบอร์ด
urls-present = URL นี้อยู่ในรายการแล้ว และถูกเลือกไว้
urls-added = เพิ่ม URL { $count } รายการ
urls-added-from = เพิ่ม URL { $count } รายการจาก { $source }
urls-omitted = { $added } ไม่รวม: { $omitted }
omitted-present = อยู่ในรายการแล้ว
omitted-long = ยาวกว่า { $limit } อักขระ
omitted-over = เกินขีดจำกัด { $limit } URL
omitted-count = { $count } รายการ{ $reason }
never-read = โปรแกรมรวบรวมข้อมูลไม่เคยอ่าน { $address } จึงดึง { $url } แทน
sitemap-where = เปิดไซต์ก่อน หรือป้อนที่อยู่ของแผนผังไซต์
sitemap-reading = กำลังอ่านแผนผังไซต์…
sitemap-empty = แผนผังไซต์ไม่มี URL
sitemap-none-found = ไม่พบ URL: { $remarks }
sitemap-source = แผนผังไซต์ { $count } รายการ
sitemap-source-cut = { $source } ซึ่งอาจมีมากกว่านี้
sitemap-format = แผนผังไซต์
sitemap-format-index = ดัชนีแผนผังไซต์
sitemap-format-rss = ฟีด RSS
sitemap-format-atom = ฟีด Atom
sitemap-too-large = แผนผังไซต์ใหญ่กว่า 4 MiB หลังบีบอัด โปรดแบ่งไฟล์
sitemap-no-service = ไฟล์แผนผังไซต์ต้องใช้บริการ แต่เครื่องมือทดสอบนี้ไม่มี โปรดใช้รายการ URL ที่เป็นข้อความหรือ CSV
sitemap-not = XML นี้ไม่ใช่แผนผังไซต์: { $reason }
sitemap-no-root = ไม่มีองค์ประกอบราก
sitemap-is-index = นี่คือดัชนีแผนผังไซต์ มีแผนผังไซต์ { $count } รายการ ({ $urls }) และไม่มีหน้าเว็บ โปรดนำเข้าแผนผังไซต์หนึ่งในนี้
cancelled = คำขอถูกยกเลิก
other-urls = URL ของไซต์อื่น { $count } รายการ
other-test = { $count ->
   *[other] ทดสอบเส้นทาง
}บน { $site }
other-replaced = แทนที่ URL { $count } รายการด้วยเส้นทาง
other-tested = ขณะนี้ทดสอบเส้นทางของไซต์อื่นบน { $origin }
other-double = เส้นทาง { $count } รายการซ้ำกัน: เก็บไว้รายการเดียว
other-undone = URL ของไซต์อื่นกลับมาอยู่ในรายการแล้ว
undo = เลิกทำ

verdicts = ผลตัดสิน
verdicts-grid = ผลตัดสินของแต่ละ URL และโปรแกรมรวบรวมข้อมูล
verdicts-empty = เพิ่ม URL หรือเส้นทางด้านบน
verdicts-no-match = ไม่มี URL ที่ตรงกัน
clear-filters = ล้างตัวกรอง
filters = ตัวกรอง
filter = กรอง
filter-text = กรอง URL ตามข้อความ
filter-verdict = กรองตามผลตัดสิน
filter-any = ผลตัดสินทั้งหมด
group-crawlers = จัดกลุ่มโปรแกรม
group-crawlers-title = โปรแกรมรวบรวมข้อมูลที่มีผลตัดสินและบรรทัดเดียวกันใช้คอลัมน์ร่วมกัน
changed-only = เฉพาะที่เปลี่ยน
compare-label = เปรียบเทียบกับ
compare-live = เทียบกับไฟล์ที่ใช้งานอยู่
compare-version = เทียบกับ { $version }
policy-label = นโยบายสำหรับข้อผิดพลาดของไซต์
policy-title = วิธีจัดการข้อผิดพลาดของไซต์ เช่น 429 หรือ 503
policy-name = ข้อผิดพลาด: { $title }
sort-by = เรียงตาม { $name }
paths-on = เส้นทางอยู่บน { $origin }
total-blocked = ถูกบล็อก
total-none = ไม่มีผลตัดสิน
total-of = บล็อก { $blocked } จาก { $known }
count-of = { $shown } จาก { $all }
group-others = โปรแกรมรวบรวมข้อมูลอื่น { $count } ตัวที่มีผลตัดสินเหมือน { $name }
group-show = แสดง{ $crawlers }
group-hide = ซ่อน{ $crawlers }
count-urls = URL { $count } รายการ
count-crawlers = โปรแกรมรวบรวมข้อมูล { $count } ตัว
count-columns = { $crawlers } ใน { $count } คอลัมน์
foot-line = บรรทัด { $line } ตัดสิน { $count } จาก { $urls }
foot-unused = กฎที่จางลง { $count } ข้อในฉบับร่างไม่ได้ตัดสิน URL ใดในรายการนี้

export = ส่งออก
export-csv = ส่งออก CSV
export-print = พิมพ์
exported-csv = ส่งออก URL { $urls } รายการสำหรับโปรแกรมรวบรวมข้อมูล { $crawlers } ตัวแล้ว
exported-markdown = ส่งออกรายงานเป็น Markdown แล้ว
report-title = robots.txt ของ { $site }
report-title-draft = robots.txt ของฉบับร่าง
report-about-draft = ฉบับร่าง อ่านเมื่อ { $time } ด้วย maycrawl
report-about-live = robots.txt ที่ใช้งานอยู่ของ { $site } อ่านเมื่อ { $time } ด้วย maycrawl
report-about-edited = ฉบับร่างของ { $site } อ่านเมื่อ { $time } ด้วย maycrawl
report-finding = บรรทัด { $line }: { $text }
report-more-findings = รายการที่พบอีก { $count } รายการ
report-crawler = โปรแกรมรวบรวมข้อมูล
report-no-verdict = ไม่มีผลตัดสิน
report-blocked = URL ที่ถูกบล็อก
report-by = โดย
report-rule = บรรทัด { $line }: { $rule }
report-more-blocked = URL ที่ถูกบล็อกอีก { $count } รายการ

inspect-busy = กำลังดึงหน้าเว็บ…
inspect-again = ตรวจสอบอีกครั้ง
inspect-redirects = การเปลี่ยนเส้นทาง
inspect-crawlable = รวบรวมข้อมูลได้
inspect-indexable = จัดทำดัชนีได้
inspect-rules = กฎ
inspect-yes = ได้
inspect-no = ไม่ได้
index-yes = ไม่มีกฎใดห้าม
index-excluded = ไม่แสดงในผลการค้นหารูปภาพ วิดีโอ และเสียงของ Google แต่หน้าอื่นยังลิงก์มาได้
index-not-rendered = ไม่ดึงไปใช้ตอนแสดงผล Google จึงประเมินหน้าโดยไม่มีไฟล์นี้
index-unseen = อาจแสดงเฉพาะ URL โดยไม่มีเนื้อหา หากไม่ต้องการให้แสดง ให้อนุญาตการรวบรวมข้อมูลพร้อม noindex หรือใช้รหัสผ่าน
index-unclear = Google ระบุทั้งว่าอาจแสดง URL และว่าไฟล์ประเภทนี้ถูกยกเว้น หากไม่ต้องการให้แสดง ให้อนุญาตการรวบรวมข้อมูลพร้อม X-Robots-Tag: noindex หรือใช้รหัสผ่าน
index-not-used = ไม่ดึง โปรแกรมรวบรวมข้อมูลนี้ไม่สร้างผลการค้นหา
index-noindex = หน้าเว็บระบุ noindex
index-only-embedded = หน้าเว็บระบุ noindex แต่ indexifembedded อนุญาตเมื่อหน้าอื่นฝังไว้
index-unavailable = เลยเวลาของ unavailable_after แล้ว
index-status = ไม่จัดทำดัชนี HTTP { $status }
index-unknown = ไม่ทราบ: ดึงหน้าเว็บหรือ robots.txt ไม่ได้
found-answer = หน้าเว็บตอบ { $status }
found-not-fetched = ไม่ได้ดึง: robots.txt บล็อกไว้ หรืออ่าน robots.txt ไม่ได้
found-failed = ดึงหน้าเว็บไม่ได้
inspect-resources = ทรัพยากร
inspect-blocked = ✕ ไฟล์ { $closed } จาก { $all } ไฟล์ที่หน้าเว็บโหลดจากโฮสต์นี้ถูกบล็อก
inspect-renders = { $closed ->
   *[other] Google แสดงผลหน้าเว็บโดยไม่มีไฟล์เหล่านี้
}
inspect-page = หน้าเว็บ
inspect-type = ประเภท
inspect-canonical = Canonical
inspect-links = ลิงก์
inspect-links-value = { $links } รายการ มี rel=nofollow { $nofollow } รายการ
inspect-where = ตำแหน่ง
inspect-for = สำหรับ
inspect-all-crawlers = โปรแกรมรวบรวมข้อมูลทั้งหมด
inspect-outside-head = (อยู่นอก <head>: ไม่มีผล)

service-down = บริการไม่ตอบกลับ หน้าเว็บจะลองใหม่โดยอัตโนมัติ
no-service = เครื่องมือทดสอบนี้ทำงานโดยไม่มีบริการ จึงเปิด { $site } ไม่ได้ โปรดวาง robots.txt ของไซต์ลงในเครื่องมือแก้ไข
page-fault = หน้าเว็บขัดข้อง: { $error } สิ่งที่แสดงอาจไม่ถูกต้อง โปรดโหลดหน้านี้ใหม่
engine-not-started = เครื่องมือตรวจของหน้านี้เริ่มทำงานไม่ได้ จึงไม่มีผลลัพธ์: { $error } ต้องใช้เบราว์เซอร์ที่รองรับ WebAssembly โปรดโหลดหน้านี้ใหม่
example-loaded = นี่คือตัวอย่าง เปลี่ยนบรรทัดใดก็ได้เพื่อดูว่าผลตัดสินเปลี่ยนอย่างไร
site-empty = ป้อนที่อยู่ของไซต์ เช่น example.com
site-mail = { $address } เป็นที่อยู่อีเมล โปรดป้อนหน้าเว็บหรือไซต์ เช่น example.com
site-no-url = ข้อความนี้ไม่มีที่อยู่ของหน้าเว็บ โปรดวาง URL ของหน้าเว็บด้วย
link-not-valid = ลิงก์ไม่ถูกต้อง: ไม่มีสถานะของหน้านี้
link-too-large = สถานะใหญ่เกินกว่าจะใส่ในลิงก์ โปรดดาวน์โหลดไฟล์แทน
link-copied = คัดลอกลิงก์แล้ว ลิงก์มีฉบับร่าง URL โปรแกรมรวบรวมข้อมูล และไซต์ โดยไม่มีเซิร์ฟเวอร์ใดได้รับข้อมูลนี้
link-in-address = เบราว์เซอร์ไม่อนุญาตให้หน้านี้คัดลอก ลิงก์อยู่ในแถบที่อยู่
share-result = แชร์
share-result-title = คัดลอกลิงก์ไปยังหน้าที่มีเฉพาะผลนี้ ผู้ที่เปิดลิงก์จะส่งคำถามรวมถึงฉบับร่างไปยังบริการนี้
save-result = บันทึกเป็นหน้าเว็บ
save-result-title = บันทึกผลนี้เป็นหน้าเว็บสำหรับส่งหรือพิมพ์
result-copied = คัดลอกลิงก์แล้ว การเปิดลิงก์จะส่งคำถามและฉบับร่างไปยังบริการนี้
result-saved = บันทึกผลเป็นหน้าเว็บแล้ว: robots-result.html

audit-title = โปรแกรมรวบรวมข้อมูลทำตามหรือไม่ { $file }
audit-reading = กำลังอ่านบันทึกในเบราว์เซอร์ของคุณ { $percent } %
audit-progress = ส่วนของบันทึกที่อ่านแล้ว
audit-basis-file = ถือว่า robots.txt ในเครื่องมือแก้ไขเป็นไฟล์ตลอดช่วงของบันทึก { $first } ถึง { $last } หากตอนนั้นเป็นไฟล์อื่น ตัวเลขจะไม่ถูกต้อง
audit-basis-hosts = ถือว่าเป็นไฟล์ของทุกโฮสต์ในบันทึก
audit-basis-sites = มีคำขอ { $count } รายการที่เป็นของเว็บไซต์อื่นนอกจาก { $site } ไม่ทราบ robots.txt ของเว็บไซต์เหล่านั้น
audit-basis-names = รู้จักโปรแกรมรวบรวมข้อมูลจากชื่อเท่านั้น และใครก็ใช้ชื่อได้ จึงไม่มีใครในที่นี้ที่ถือว่าพิสูจน์แล้วหรือปลอม
audit-basis-reads = สำเนาที่โปรแกรมอ่านทราบได้จากคำขอ robots.txt ของโปรแกรมเองในบันทึกนี้ สิ่งที่อ่านก่อนบันทึกนี้ไม่ทราบ
audit-basis-local = ไม่มีส่วนใดของบันทึกออกจากเบราว์เซอร์ของคุณ
audit-lines = { $lines } บรรทัด คำขอ { $requests } รายการ
audit-unread = อ่านไม่ได้ { $count } บรรทัด
audit-over-limit = อ่านเฉพาะ 2 GiB แรกของบันทึก
audit-broken = ส่วนที่เหลือของไฟล์คลายการบีบอัดไม่ได้ จึงไม่มีในที่นี้ คำสั่ง maycrawl audit อ่านไฟล์ gzip ที่มีหลายส่วนได้
audit-proxy = มากกว่าครึ่งหนึ่งของบรรทัดมีที่อยู่ไคลเอ็นต์เดียวกัน แสดงว่ามีพร็อกซีอยู่หน้าบันทึกนี้
audit-zone = เวลาที่ไม่มีเขตเวลาถูกอ่านเป็น UTC
audit-late = มี { $count } บรรทัดที่มาช้ากว่า 10 นาที
audit-crawler = เรียกตัวเองว่า
audit-requests = คำขอ
audit-obeyed = ทำตาม
audit-disobeyed = ไม่ทำตาม
audit-reading-not-known = ไม่ทราบว่าอ่านหรือไม่
audit-never-asked = ไม่เคยขอ
audit-excused = มีเหตุให้ยกเว้น
audit-not-known = ไม่ทราบ
audit-columns = ไม่ทำตาม: อ่าน robots.txt ที่ไม่อนุญาต URL แล้ว ไม่ทราบว่าอ่านหรือไม่: ไฟล์ไม่อนุญาต URL และบันทึกไม่บอกว่าอ่านไฟล์แล้วหรือยัง ไม่เคยขอ หมายถึงไม่ได้ขอ robots.txt ในบันทึกนี้ ซึ่งไม่อนุญาต URL นั้น มีเหตุให้ยกเว้น หมายถึงสำเนาเก่ากว่ากฎ หรือกฎไม่มีผลกับโปรแกรมนั้น ไม่มีตัวเลขใดบอกว่าทำไมจึงทำเช่นนั้น
audit-worst = คำขอที่แย่ที่สุด { $count } รายการ
audit-none = ไม่พบคำขอที่ขัดกับไฟล์นี้
audit-no-crawlers = ในบันทึกนี้ไม่มีคำขอของโปรแกรมรวบรวมข้อมูลที่รู้จัก
audit-no-requests = ไม่มีบรรทัดใดในไฟล์นี้ที่อ่านเป็นคำขอได้
audit-example = { $at } ไคลเอ็นต์ที่เรียกตัวเองว่า { $crawler } ขอ { $target } { $class ->
    [disobeyed-after-reading] สำเนาที่อ่านเมื่อ { $read } ไม่อนุญาต (บรรทัดที่ { $line })
    [disobeyed-copy-too-old] อ่าน robots.txt ครั้งล่าสุดเมื่อ { $read } และไฟล์ไม่อนุญาต (บรรทัดที่ { $line })
    [never-asked] ไม่ได้ขอ robots.txt ในบันทึกนี้ และไฟล์ไม่อนุญาต (บรรทัดที่ { $line })
   *[other] ไฟล์ไม่อนุญาต (บรรทัดที่ { $line }) บันทึกไม่ได้บอกว่าอ่านไฟล์แล้วหรือไม่
  }
audit-more = คำสั่ง `maycrawl audit` ยังรับประวัติของ robots.txt และรายการที่อยู่ที่พิสูจน์ว่าใครเป็นผู้ขอ
audit-no-draft = { $file } เป็นบันทึกการเข้าถึง ให้ใส่ robots.txt ของเว็บไซต์ลงในเครื่องมือแก้ไข แล้วให้บันทึกอีกครั้ง
audit-failed = { $why ->
    [memory] บันทึกนี้ต้องใช้หน่วยความจำมากกว่าที่หน้านี้ให้คือ 256 MiB คำสั่ง maycrawl audit อ่านได้
    [load] โหลดส่วนของหน้าที่อ่านบันทึกไม่ได้ ให้โหลดหน้านี้อีกครั้ง
   *[other] อ่านไฟล์ไม่ได้
  }
help-log = ลากบันทึกการเข้าถึงมาวางที่ใดก็ได้เพื่อดูว่าโปรแกรมรวบรวมข้อมูลใดทำตาม robots.txt ในเครื่องมือแก้ไข จะบีบอัดด้วย gzip ก็ได้ และจะอ่านในเบราว์เซอร์ของคุณ
