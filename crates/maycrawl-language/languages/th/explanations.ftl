# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

list-and = { $first } และ { $last }
list-or = { $first } หรือ { $last }
list-and-more = { $first } และอีก { $count } รายการ
list-or-more = { $first } หรืออีก { $count } รายการ
at-lines = { $count ->
   *[other] ที่บรรทัด { $lines }
}

explain-requested = โปรแกรมรวบรวมข้อมูลขอ URL นี้เป็น { $path } โดยระบบจะเปรียบเทียบกฎกับเส้นทางนั้น
explain-ignores = { $crawler } ไม่อ่าน robots.txt ตามข้อมูลของผู้ดำเนินการ ไม่มีบรรทัดใดในไฟล์ที่บล็อกโปรแกรมนี้
explain-path = ระบบเปรียบเทียบกฎกับเส้นทาง: { $path }

explain-no-group = ไม่มีกลุ่มในไฟล์ที่ระบุชื่อ { $others } และไม่มีกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด (*) โปรแกรมรวบรวมข้อมูลที่ไม่มีกลุ่มดึงข้อมูลได้ทั้งหมด
explain-no-group-star-ignored = ไม่มีกลุ่มในไฟล์ที่ระบุชื่อ { $others } และ { $crawler } ไม่ทำตามกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด (*) ต้องมีกลุ่มที่ระบุชื่อโปรแกรมนี้
explain-other-documents = { $statement }
explain-own-group = { $crawler } ทำตามกลุ่มสำหรับ { $name } { $at } เพราะกลุ่มนี้ระบุชื่อโปรแกรมรวบรวมข้อมูลนี้
explain-own-group-not-star = { $crawler } ทำตามกลุ่มสำหรับ { $name } { $at } เพราะกลุ่มนี้ระบุชื่อโปรแกรมรวบรวมข้อมูลนี้ กลุ่มสำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด (*) ใช้กับโปรแกรมนี้ไม่ได้
explain-own-star = { $crawler } ทำตามกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด (*) { $at } เพราะกลุ่มนี้ระบุชื่อโปรแกรมรวบรวมข้อมูลนี้
explain-other-group = ไม่มีกลุ่มที่ระบุชื่อ { $others } ดังนั้น { $crawler } จึงทำตามกลุ่มสำหรับ { $name } { $at }
explain-star-group = ไม่มีกลุ่มที่ระบุชื่อ { $others } ดังนั้น { $crawler } จึงทำตามกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด (*) { $at }
explain-merged = ไฟล์มีกลุ่มแบบนี้ { $count } กลุ่ม กฎของทุกกลุ่มมีผลร่วมกัน

explain-no-rules = กลุ่มนี้ไม่มีกฎ จึงไม่บล็อกสิ่งใด
explain-none-matches = { $rules ->
    [1] กฎข้อเดียวของกลุ่มไม่ตรงกับเส้นทางนี้ เส้นทางที่ไม่ตรงกับกฎใดเลยดึงข้อมูลได้
   *[other] ไม่มีกฎข้อใดใน { $rules } ข้อที่ตรงกับเส้นทางนี้ เส้นทางที่ไม่ตรงกับกฎใดเลยดึงข้อมูลได้
}
explain-only-rule-matches = กฎข้อเดียวของกลุ่มตรงกับเส้นทางนี้
explain-some-match = กฎ { $matching } ข้อจาก { $rules } ข้อตรงกับเส้นทางนี้

explain-empty-rule = บรรทัด { $line } ไม่มีเส้นทางหลังเครื่องหมายโคลอน จึงไม่จำกัดสิ่งใด
explain-rule-decides = บรรทัด { $line } “{ $rule }” เป็นตัวตัดสิน
explain-near-slash = บรรทัด { $line } { $rule } จะเป็นตัวตัดสิน หากขึ้นต้นด้วย “/”
explain-near-url = บรรทัด { $line } { $rule } จะเป็นตัวตัดสิน หากเป็นเส้นทาง ไม่ใช่ URL ทั้งหมด
explain-near-escapes = บรรทัด { $line } { $rule } จะเป็นตัวตัดสิน หากเขียนแบบเดียวกับ URL ที่โปรแกรมรวบรวมข้อมูลขอ โดยเข้ารหัสอักขระแล้ว
explain-near-case = บรรทัด { $line } { $rule } จะเป็นตัวตัดสิน หากไม่แยกตัวพิมพ์ใหญ่กับตัวพิมพ์เล็ก
explain-longest-wins = รูปแบบที่ยาวที่สุดชนะ: บรรทัด { $line } “{ $rule }” ยาว { $octets } อักขระ
explain-longest-wins-escaped = รูปแบบที่ยาวที่สุดชนะ: บรรทัด { $line } “{ $rule }” ยาว { $octets } ไบต์เมื่อเข้ารหัสแบบเปอร์เซ็นต์
explain-allow-wins = รูปแบบในบรรทัด { $line } และ { $other } ยาวเท่ากัน ({ $octets } อักขระ) ในกรณีนี้ allow ชนะ: “{ $rule }”
explain-allow-wins-escaped = รูปแบบในบรรทัด { $line } และ { $other } ยาวเท่ากัน ({ $octets } ไบต์เมื่อเข้ารหัสแบบเปอร์เซ็นต์) ในกรณีนี้ allow ชนะ: “{ $rule }”
explain-same-result = บรรทัด { $line } “{ $rule }” เป็นตัวตัดสิน บรรทัด { $other } ให้ผลเหมือนกัน

explain-robots-txt = ดึงข้อมูล /robots.txt ได้เสมอ ไม่ว่ากฎจะเป็นอย่างไร
explain-may = ดังนั้น { $crawler } จึงดึงข้อมูล URL นี้ได้
explain-may-not = ดังนั้น { $crawler } จึงดึงข้อมูล URL นี้ไม่ได้
explain-cut-file = ไฟล์ยาวกว่า { $kib } KiB ที่โปรแกรมรวบรวมข้อมูลอ่าน ระบบจึงละเว้น { $bytes } ไบต์สุดท้าย
explain-long-file = ไฟล์ยาวกว่า { $kib } KiB ที่โปรแกรมรวบรวมข้อมูลอ่าน ระบบจึงละเว้นส่วนที่เหลือ

note-other-origin = URL นี้อยู่ใน { $of } แต่ไฟล์นี้เป็นของ { $own } ({ $difference })
explain-other-origin = robots.txt ใช้กับรูปแบบ โฮสต์ และพอร์ตของตัวเองเท่านั้น โปรดตรวจสอบ robots.txt ของเว็บไซต์นั้น
differs-in-scheme = รูปแบบ URL ต่างกัน
differs-in-scheme-and-host = รูปแบบ URL และโฮสต์ต่างกัน
differs-in-host = โฮสต์ต่างกัน
differs-in-port = พอร์ตต่างกัน

place-this-url = เฉพาะ URL นี้
place-this-url-and-others = URL นี้และ URL อื่น
place-whole-site = ทั้งไซต์
place-directory = { $path } และทุกอย่างที่อยู่ข้างใต้
change-place = { $field } { $place }
change-place-for-crawler = { $field } { $place } สำหรับ { $crawler }
change-place-for-only = { $field } { $place } สำหรับ { $crawler } เท่านั้น
change-place-for-all = { $field } { $place } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด
change-place-for-all-but = { $field } { $place } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมดยกเว้น { $names }
change-field = เขียน { $field } ในบรรทัด { $line }
change-remove = ลบบรรทัด { $line }
effect-add-rule = เพิ่ม “{ $rule }” หลังบรรทัด { $line }
effect-add-to-groups = เพิ่ม “{ $rule }” หลังบรรทัด { $lines }
effect-add-to-groups-and-star = เพิ่ม “{ $rule }” หลังบรรทัด { $lines } และในกลุ่มใหม่สำหรับโปรแกรมรวบรวมข้อมูลอื่นทุกตัว
effect-add-group = { $repeated ->
    [0] เพิ่มกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลนี้ที่ท้ายไฟล์ พร้อม “{ $rule }”
    [1] เพิ่มกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลนี้ที่ท้ายไฟล์ พร้อม “{ $rule }” และบรรทัดที่ทำตามอยู่ตอนนี้
   *[other] เพิ่มกลุ่มสำหรับโปรแกรมรวบรวมข้อมูลนี้ที่ท้ายไฟล์ พร้อม “{ $rule }” และ { $repeated } บรรทัดที่ทำตามอยู่ตอนนี้
}
effect-write-line = เขียน “{ $rule }” ในบรรทัด { $line }
effect-reverse = กลับผลของบรรทัดนี้สำหรับทุก URL ที่ตรงกัน
effect-remove = จากนั้นกฎอื่นจะเป็นตัวตัดสินสำหรับทุก URL ที่ตรงกับบรรทัดนี้
effect-on-star = การเปลี่ยนนี้มีผลกับโปรแกรมรวบรวมข้อมูลทุกตัวที่ไม่มีกลุ่มของตัวเอง
effect-on-group = การเปลี่ยนนี้มีผลกับโปรแกรมรวบรวมข้อมูลทุกตัวในกลุ่ม: { $agents }
reach-this-url = การเปลี่ยนนี้ไม่มีผลกับ URL อื่น
reach-other-urls = การเปลี่ยนนี้มีผลกับ { $path } ด้วย และอาจมีผลกับ URL อื่น เพราะกฎตรงกับมากกว่า URL นี้
reach-others-unproved = ไฟล์มีกฎมากเกินกว่าจะพิสูจน์ได้ว่าไม่มีผลกับ URL อื่น
reach-stays-blocked = กฎอื่นยังคงเป็นตัวตัดสินสำหรับบาง URL ในนั้น: { $path } ยังถูกบล็อก
reach-stays-allowed = กฎอื่นยังคงเป็นตัวตัดสินสำหรับบาง URL ในนั้น: { $path } ยังได้รับอนุญาต
reach-unproved = ไฟล์มีกฎมากเกินกว่าจะพิสูจน์ผลนี้สำหรับทุก URL ในนั้น

## The card: one answer in a few sentences. $rule is code, between backquotes.

card-allowed-by = อนุญาตสำหรับ { $crawler } ตามบรรทัด { $line }: { $rule }
card-blocked-by = ถูกบล็อกสำหรับ { $crawler } ตามบรรทัด { $line }: { $rule }
card-allowed = อนุญาตสำหรับ { $crawler }: { $reason }
card-blocked = ถูกบล็อกสำหรับ { $crawler }: { $reason }
card-elsewhere = ไม่มีผลตัดสินสำหรับ { $crawler }: { $reason }
card-closes = { $open ->
   *[other] ไฟล์นี้ปิด { $closed } หน้าจาก { $total } หน้าในรายการสำหรับ { $crawler }{ $closing } ยังเปิดอยู่ { $open } หน้า{ $opening }
}
card-opens-only = { $closed ->
   *[other] { $crawler } รวบรวมข้อมูลได้เพียง { $open } หน้าจาก { $total } หน้าในรายการ{ $opening } ปิด { $closed } หน้า{ $closing }
}
card-closes-all = ทั้ง { $total } หน้าในรายการถูกปิดสำหรับ { $crawler }{ $closing }
card-closes-none = ไม่มีหน้าใดใน { $total } หน้าในรายการที่ถูกปิดสำหรับ { $crawler }
card-others = { $count ->
   *[other] { $count } รายการเป็นของไซต์อื่นหรือไม่ใช่ URL จึงไม่ได้นับ
}
card-uncounted = ไม่ได้นับจำนวนหน้าในรายการที่ถูกปิด เพราะใช้เวลานานเกินไป
card-access-everything = { $crawler } รวบรวมข้อมูลได้ทั้งไซต์
card-access-part = { $crawler } รวบรวมข้อมูลได้บางส่วนของไซต์
card-access-nothing = { $crawler } รวบรวมข้อมูลในไซต์ไม่ได้เลย
card-access-undecided = ไม่พบว่า { $crawler } รวบรวมข้อมูลไซต์ได้มากเพียงใด เพราะไฟล์มีกฎมากเกินไป
delay-asked = บรรทัดที่ { $line } ขอให้ { $crawler } รอ { $seconds } วินาทีระหว่างคำขอ
delay-read = บรรทัดที่ { $line } ขอให้ { $crawler } รอ { $seconds } วินาทีระหว่างคำขอ และผู้ให้บริการระบุว่าอ่านบรรทัดเช่นนี้
delay-not-read = บรรทัดที่ { $line } ขอให้รอ { $seconds } วินาทีระหว่างคำขอ แต่ { $crawler } ไม่อ่านบรรทัดเช่นนี้
delay-not-said = บรรทัดที่ { $line } ขอให้ { $crawler } รอ { $seconds } วินาทีระหว่างคำขอ ไม่ทราบว่าอ่านบรรทัดเช่นนี้หรือไม่
delay-limited = บรรทัดที่ { $line } ขอให้ { $crawler } รอ { $seconds } วินาทีระหว่างคำขอ ผู้ให้บริการระบุว่าอ่าน{ $kind ->
    [whole] จำนวนเต็มเท่านั้น
    [between] ตัวเลขตั้งแต่ { $least } ถึง { $most }
   *[other] ตัวเลขไม่เกิน { $most }
  }
rate-asked = บรรทัดที่ { $line } ขอให้ { $crawler } ส่งคำขอไม่เกิน { $requests } รายการใน { $seconds } วินาที
rate-read = บรรทัดที่ { $line } ขอให้ { $crawler } ส่งคำขอไม่เกิน { $requests } รายการใน { $seconds } วินาที และผู้ให้บริการระบุว่าอ่านบรรทัดเช่นนี้
rate-not-read = บรรทัดที่ { $line } ขอให้ส่งคำขอไม่เกิน { $requests } รายการใน { $seconds } วินาที แต่ { $crawler } ไม่อ่านบรรทัดเช่นนี้
rate-not-said = บรรทัดที่ { $line } ขอให้ { $crawler } ส่งคำขอไม่เกิน { $requests } รายการใน { $seconds } วินาที ไม่ทราบว่าอ่านบรรทัดเช่นนี้หรือไม่
rate-hours = บรรทัดนี้ใช้เฉพาะเวลา { $hours } UTC
card-about-draft = เป็นเรื่องของฉบับร่าง robots.txt ไม่ใช่ไฟล์ของไซต์ที่ใช้งานอยู่
card-about-draft-of = เป็นเรื่องของฉบับร่าง robots.txt สำหรับ { $site } ไม่ใช่ไฟล์ที่ใช้งานอยู่
card-about-live = เป็นเรื่องของ robots.txt ของ { $site } อ่านเมื่อ { $time }
card-about-site = เป็นเรื่องของ robots.txt ของ { $site }
card-open-tester = เปิดในเครื่องมือทดสอบ
